import { Host, type VsCode } from '../host';
export function startDataset(root: HTMLElement, api: VsCode): void {
  new Host('dataset', api).send({ type: 'ready' });
}
