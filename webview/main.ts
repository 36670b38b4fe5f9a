import './csp';
import './style.css';
import { registerControls } from './controls';
import type { VsCode } from './host';
import { guardFields } from './keys';
import { registerSuggestField } from './suggest';
import { startTrace } from './trace/start';
import { t } from './words';
import { startDataset } from './dataset/start';
import { startImport } from './import/start';

declare function acquireVsCodeApi(): VsCode;

const starts = { trace: startTrace, dataset: startDataset, import: startImport };

function isView(name: string | undefined): name is keyof typeof starts {
  return name !== undefined && Object.hasOwn(starts, name);
}

/** The page: one of the views, and what all of them need. */
function main(): void {
  const api = acquireVsCodeApi();
  const root = document.getElementById('app');
  const { view } = document.body.dataset;
  if (!root || !isView(view)) throw new Error('the page names no view');
  document.title = t(`page.${view}`);
  registerControls();
  registerSuggestField();
  guardFields(document);
  const focus = (focused: boolean) => () => api.postMessage({ type: 'focus', focused });
  window.addEventListener('focus', focus(true));
  window.addEventListener('blur', focus(false));
  starts[view](root, api);
  focus(document.hasFocus())();
}

main();
