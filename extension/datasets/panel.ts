import { commands, env, l10n, ViewColumn, window, type WebviewPanel } from 'vscode';
import type { Host } from '../host';
import { attachPanel, type Attached, type OwnMessage } from '../panel/attach';
import type { PanelFocus } from '../panel/focus';
import { oneLine } from '../plain';
import { folderUri, revealFolder } from './export';

export const datasetViewType = 'loop.dataset';

/** The dataset panel: the report of one build, its rows, its pipeline and its versions. One panel, reused. */
export interface DatasetPanel {
  open(dataset: string): Promise<void>;
  restore(panel: WebviewPanel, state: unknown): Promise<void>;
}

export interface DatasetPanelParts {
  readonly focus: PanelFocus;
  /** Shows the traces behind a number of the report. */
  showPart(part: { dataset: string; part: string; title: string }): unknown;
}

export function createDatasetPanel(host: Host, parts: DatasetPanelParts): DatasetPanel {
  let shown: { panel: WebviewPanel; dataset: string; attached?: Attached } | undefined;

  const entitle = async (dataset: string) => {
    const { name, version } = await host.engine.call('dataset.report', { dataset });
    if (shown?.dataset === dataset) shown.panel.title = oneLine(`${name}@${version}`, 60);
    return oneLine(`${name}@${version}`, 60);
  };
  const handle = async (message: OwnMessage<'dataset'>) => {
    switch (message.type) {
      case 'copy':
        return env.clipboard.writeText(message.text);
      case 'open_trace':
        return commands.executeCommand('loop.review.open', message.trace);
      case 'open_part': {
        const { dataset, part } = message;
        return parts.showPart({ dataset, part, title: `${await entitle(dataset)}: ${part.replace(':', ' ')}` });
      }
      case 'open_dataset':
        return open(message.dataset);
      case 'reveal_export': {
        const report = await host.engine.call('dataset.report', { dataset: message.dataset });
        const folder = report.exports.find(({ export: id }) => id === message.export)?.folder;
        return folder === undefined ? undefined : revealFolder(await folderUri(host, folder));
      }
      case 'run':
        return commands.executeCommand(message.name === 'build' ? 'loop.dataset.build' : 'loop.dataset.export', message.dataset);
    }
  };
  const adopt = async (panel: WebviewPanel, dataset: string) => {
    const made: NonNullable<typeof shown> = { panel, dataset };
    shown = made;
    panel.onDidDispose(() => (shown = undefined));
    void entitle(dataset).catch(host.fail);
    made.attached = await attachPanel(host, parts.focus, panel, {
      view: 'dataset',
      settings: () => Promise.resolve({}),
      show: () => ({ type: 'show', dataset: made.dataset }),
      handle,
    });
  };
  const open = async (dataset: string) => {
    if (!shown) return adopt(window.createWebviewPanel(datasetViewType, l10n.t('Dataset'), ViewColumn.Active, {}), dataset);
    shown.dataset = dataset;
    shown.panel.reveal();
    shown.attached?.show();
    await entitle(dataset);
  };
  return {
    open,
    async restore(panel, state) {
      const { datasetState } = await import('../../core/protocol/panel');
      const parsed = datasetState.safeParse(state);
      if (parsed.success) await adopt(panel, parsed.data.dataset);
      else panel.dispose();
    },
  };
}
