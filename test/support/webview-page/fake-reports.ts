import { inOrder, sortKey } from '../../../core/dataset/sample-order';
import { exportTargets } from '../../../core/export';
import { hostileMessages } from './hostile';
import { compared, fine, recipe, report, samples, versions } from './reports';
import { columnsPreview, hostilePreview, importResult, preview } from './previews';

const hostileRow = { prompt: hostileMessages.slice(0, -1), completion: hostileMessages.slice(-1) };
const hostileSamples = { total: 1, refused: [], rows: [{ trace: 'h0s1t2i3l4e5', split: 'train', row: hostileRow }] };

/** Answers the calls of the dataset panel and the import dialog. */
export class FakeReports {
  constructor(readonly refuse: (code: string, message: string) => never) {}

  call(method: string, params: Record<string, unknown>): unknown {
    const dataset = String(params['dataset']);
    switch (method) {
      case 'dataset.report':
        return this.#report(dataset);
      case 'dataset.list':
        return versions;
      case 'dataset.samples':
        return dataset === 'hostile-1' ? hostileSamples : this.#samples(params);
      case 'export.targets':
        return exportTargets.map(({ id, title, methods, options }) => ({ id, title, methods, options }));
      case 'dataset.compare':
        return { ...compared, rows: Number(params['offset'] ?? 0) > 0 ? [] : compared.rows };
      case 'export.verify':
        return {
          ok: false,
          files: [
            { dataset, path: 'training/refunds-dpo/train.jsonl', state: 'current', rows: 178 },
            { dataset, path: 'training/refunds-dpo/holdout.jsonl', state: 'changed', rows: 36 },
          ],
          missing: [],
        };
      case 'import.preview':
        return this.#preview(String(params['paths']), params['mapping']);
      case 'import.run':
        return importResult;
      case 'source.list':
        return [{ source: 'support-agent', recording: false, retention_days: 30, traces: 412 }];
      case 'label.list':
        return [{ label: 'refunds', count: 31 }];
      default:
        return this.refuse('usage', `no ${method} here`);
    }
  }

  #preview(paths: string, mapping: unknown): unknown {
    if (paths.endsWith('.hostile')) return hostilePreview;
    if (paths.endsWith('.zip')) return this.refuse('file_not_text', `The file ${paths} is an archive. Unpack it first.`);
    return paths.endsWith('.csv') ? columnsPreview(mapping, paths.endsWith('questions.csv')) : preview;
  }

  #report(dataset: string): unknown {
    const found = versions.find((one) => one.dataset_id === (dataset === 'hostile-1' ? 'refunds-1' : dataset));
    if (!found) return this.refuse('dataset_not_found', `No dataset ${dataset} in this store.`);
    return { ...found, built_hash: found.hash, recipe, report: found.warnings.length > 0 ? report : fine };
  }

  #samples({ split, target, sort, ...params }: Record<string, unknown>): unknown {
    const offset = Number(params['offset'] ?? 0);
    const all = samples.filter((one) => split === undefined || one.split === split);
    const written = target === 'openai' ? all.map(openaiForm) : all;
    const { column, descending } = (sort ?? { column: '', descending: false }) as { column: string; descending: boolean };
    const rows = inOrder(
      written.map((one, n) => ({ one, n, key: sortKey(one.row, column) })),
      descending,
    ).map(({ one }) => one);
    const refused = [{ trace: 'z9x8c7v6b5n4m3a2s1d0f9g8h7', split: 'train', code: 'identical_pair' }];
    return { rows: rows.slice(offset), refused: offset > 0 || split === 'holdout' ? [] : refused, total: rows.length + 1 };
  }
}

type Sample = (typeof samples)[number];

/** A pair as OpenAI wants it. */
function openaiForm({ row, ...place }: Sample): Sample {
  const { prompt, chosen, rejected } = row as { prompt: unknown; chosen: unknown; rejected: unknown };
  return { ...place, row: { input: { messages: prompt }, preferred_output: chosen, non_preferred_output: rejected } };
}
