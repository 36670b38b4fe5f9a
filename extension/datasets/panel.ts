import { commands, env, l10n, ViewColumn, window, type WebviewPanel } from 'vscode';
import type { Host } from '../host';
import { attachPanel, type OwnMessage, type PanelPage } from '../panel/attach';
import type { PanelFocus } from '../panel/focus';
import { oneLine } from '../plain';
import type { ReportPart } from '../review/tree/nodes';
import { folderUri, revealFolder } from './export';
import { partWords } from './part-words';

export const datasetViewType = 'loop.dataset';

export interface DatasetPanelParts {
  readonly focus: PanelFocus;
  /** Shows the traces behind a number of the report. */
  showPart(part: ReportPart): unknown;
}

/** The dataset panel: the report of one build, its rows, its pipeline and its versions. One panel, reused. */
export class DatasetPanel {
  private panel: WebviewPanel | undefined;
  private page: PanelPage | undefined;
  private dataset = '';
  private comparedWith: string | undefined;

  constructor(
    private readonly host: Host,
    private readonly parts: DatasetPanelParts,
  ) {}

  /** `comparedWith`: another build whose differences are shown. */
  async open(dataset: string, comparedWith?: string): Promise<void> {
    this.comparedWith = comparedWith;
    if (!this.panel) {
      const panel = window.createWebviewPanel(datasetViewType, l10n.t('Dataset'), ViewColumn.Active, {});
      return this.adopt(panel, dataset);
    }
    this.dataset = dataset;
    this.panel.reveal();
    this.page?.show();
    await this.entitle(dataset);
  }

  /** Takes over a panel the editor kept over a reload. */
  async restore(panel: WebviewPanel, state: unknown): Promise<void> {
    const { datasetState } = await import('../../core/protocol/panel');
    const parsed = datasetState.safeParse(state);
    if (parsed.success) await this.adopt(panel, parsed.data.dataset);
    else panel.dispose();
  }

  private async adopt(panel: WebviewPanel, dataset: string): Promise<void> {
    this.panel = panel;
    this.dataset = dataset;
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.page = undefined;
    });
    void this.entitle(dataset).catch(this.host.fail);
    this.page = await attachPanel(this.host, this.parts.focus, panel, {
      view: 'dataset',
      settings: () => Promise.resolve({}),
      show: () => {
        const other = this.comparedWith;
        return { type: 'show', dataset: this.dataset, ...(other === undefined ? {} : { compared_with: other }) };
      },
      handle: (message) => this.handle(message),
    });
  }

  private async nameOf(dataset: string): Promise<string> {
    const { name, version } = await this.host.engine.call('dataset.report', { dataset });
    return oneLine(`${name}@${version}`, 60);
  }

  private async entitle(dataset: string): Promise<void> {
    const name = await this.nameOf(dataset);
    if (this.panel && this.dataset === dataset) this.panel.title = name;
  }

  private handle(message: OwnMessage<'dataset'>): unknown {
    switch (message.type) {
      case 'copy':
        return env.clipboard.writeText(message.text);
      case 'open_trace':
        return commands.executeCommand('loop.review.open', message.trace);
      case 'open_part':
        return this.openPart(message.dataset, message.part);
      case 'open_dataset':
        return this.open(message.dataset);
      case 'reveal_export':
        return this.revealExport(message.dataset, message.export);
      case 'run':
        return commands.executeCommand(message.name === 'build' ? 'loop.dataset.build' : 'loop.dataset.export', message.dataset);
    }
  }

  private async openPart(dataset: string, part: string): Promise<void> {
    const title = `${await this.nameOf(dataset)}: ${partWords(part)}`;
    await this.parts.showPart({ dataset, part, title });
  }

  private async revealExport(dataset: string, id: string): Promise<void> {
    const { exports } = await this.host.engine.call('dataset.report', { dataset });
    const folder = exports.find((one) => one.export === id)?.folder;
    if (folder !== undefined) await revealFolder(await folderUri(this.host, folder));
  }
}
