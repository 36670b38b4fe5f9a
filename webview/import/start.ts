import { toImportView, type ToImportView } from '../../core/protocol/panel';
import { Host, listen, type Incoming, type VsCode } from '../host';
import { useLanguage } from '../words';
import { ImportPanel } from './panel';
import { mountImport } from './view';

/** The import dialog: draws into `root` and answers the host's messages. */
export function startImport(root: HTMLElement, api: VsCode): ImportPanel {
  const host = new Host('import', api);
  const panel = new ImportPanel(host);
  mountImport(root, panel);
  panel.change({});
  listen(host, toImportView, (message) => receive(panel, message));
  return panel;
}

function receive(panel: ImportPanel, message: Incoming<ToImportView>): void {
  switch (message.type) {
    case 'start':
      useLanguage(message.locale, message.strings);
      panel.change({});
      return;
    case 'show':
      panel.show(message.paths, message.source, message.labels);
      return;
    case 'changed':
      // What is in the store matters only when the import runs, and it asks then.
      return;
  }
}
