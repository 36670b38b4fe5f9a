import { Host, type VsCode } from '../host';
export function startImport(root: HTMLElement, api: VsCode): void {
  new Host('import', api).send({ type: 'ready' });
}
