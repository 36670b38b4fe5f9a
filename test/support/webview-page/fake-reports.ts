import { compared, fine, recipe, report, samples, versions } from './reports';
import { columnsPreview, importResult, preview } from './previews';

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
        return this.#samples(params['split'], Number(params['offset'] ?? 0));
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
    return paths.endsWith('.csv') ? columnsPreview(mapping, paths.endsWith('questions.csv')) : preview;
  }

  #report(dataset: string): unknown {
    const found = versions.find((one) => one.dataset_id === dataset);
    if (!found) return this.refuse('dataset_not_found', `No dataset ${dataset} in this store.`);
    return { ...found, built_hash: found.hash, recipe, report: found.warnings.length > 0 ? report : fine };
  }

  #samples(split: unknown, offset: number): unknown {
    const rows = samples.filter((one) => split === undefined || one.split === split);
    return { rows: rows.slice(offset), total: rows.length };
  }
}
