import { datasetState, toDatasetView, type ToDatasetView } from '../../core/protocol/panel';
import { Host, listen, type Incoming, type VsCode } from '../host';
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
  listen(host, toDatasetView, (message) => receive(panel, message));
  return panel;
}

function receive(panel: DatasetPanel, message: Incoming<ToDatasetView>): void {
  switch (message.type) {
    case 'start':
      useLanguage(message.locale, message.strings);
      panel.change({});
      return;
    case 'show':
      void panel.show(message.dataset, message.compared_with);
      return;
    case 'changed':
      // A deleted trace takes its rows out of built datasets, too.
      if ((message.change.datasets || message.change.all_traces) && panel.state.dataset !== undefined) {
        void panel.show(panel.state.dataset);
      }
      return;
  }
}
