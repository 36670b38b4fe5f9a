import { datasetState, toDatasetView } from '../../core/protocol/panel';
import { Host, type VsCode } from '../host';
import { useLanguage } from '../words';
import { DatasetPanel } from './panel';
import { mountDataset } from './view';

/** The dataset panel: draws into `root` and answers the host's messages. */
export function startDataset(root: HTMLElement, api: VsCode): DatasetPanel {
  const host = new Host('dataset', api);
  const panel = new DatasetPanel(host);
  const kept = datasetState.safeParse(api.getState());
  if (kept.success) panel.state.tab = kept.data.tab;
  mountDataset(root, panel);
  panel.change({});
  window.addEventListener('message', (event: MessageEvent<unknown>) => receive(panel, event.data));
  host.send({ type: 'ready' });
  return panel;
}

function receive(panel: DatasetPanel, data: unknown): void {
  const parsed = toDatasetView.safeParse(data);
  if (!parsed.success) {
    panel.host.failed(parsed.error);
    return;
  }
  const message = parsed.data;
  switch (message.type) {
    case 'start':
      useLanguage(message.locale, message.strings);
      panel.change({});
      return;
    case 'show':
      void panel.show(message.dataset);
      return;
    case 'changed':
      // A deleted trace takes its rows out of built datasets, too.
      if ((message.change.datasets || message.change.all_traces) && panel.state.dataset !== undefined) {
        void panel.show(panel.state.dataset);
      }
      return;
    case 'result':
      panel.host.settle(message);
      return;
    case 'progress':
      panel.host.progress(message);
  }
}
