import { toImportView } from '../../core/protocol/panel';
import { Host, type VsCode } from '../host';
import { useLanguage } from '../words';
import { ImportPanel } from './panel';
import { mountImport } from './view';

/** The import dialog: draws into `root` and answers the host's messages. */
export function startImport(root: HTMLElement, api: VsCode): ImportPanel {
  const host = new Host('import', api);
  const panel = new ImportPanel(host);
  mountImport(root, panel);
  panel.change({});
  window.addEventListener('message', (event: MessageEvent<unknown>) => receive(panel, event.data));
  host.send({ type: 'ready' });
  return panel;
}

function receive(panel: ImportPanel, data: unknown): void {
  const parsed = toImportView.safeParse(data);
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
      panel.show(message.paths, message.source, message.labels);
      return;
    case 'result':
      panel.host.settle(message);
      return;
    case 'progress':
      panel.host.progress(message);
      return;
    case 'changed':
      // What is in the store matters only when the import runs, and it asks then.
      return;
  }
}
