/** Every screen looked at by axe-core, and the most colourful ones in every theme: no violations. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import type { TraceCommand } from '../../../../core/protocol/panel';
import type { ThemeName } from '../../../support/webview-page/theme';
import { usePages } from '../../../support/webview-page/use';

interface State {
  readonly scene: string;
  readonly commands?: readonly TraceCommand[];
  readonly tab?: string;
}

const trace = ['refund', 'tools', 'empty_answer', 'reference', 'hostile', 'queue_empty', 'missing', 'blind'];
const acts: readonly (readonly TraceCommand[])[] = [
  ['fix'],
  ['gold'],
  ['note'],
  ['down'],
  ['search'],
  ['label'],
  ['help'],
  ['side'],
];
const states: readonly State[] = [
  ...trace.map((scene) => ({ scene })),
  ...acts.map((commands) => ({ scene: 'refund', commands })),
  { scene: 'tools', commands: ['previous_message', 'judge_turn', 'fix'] },
  ...['overview', 'samples', 'pipeline', 'repository'].map((tab) => ({ scene: 'dataset', tab })),
  ...['dataset_fine', 'dataset_missing', 'import', 'import_columns'].map((scene) => ({ scene })),
];

/** Enough to see every colour there is. */
const colourful: readonly State[] = [
  { scene: 'refund', commands: ['fix'] },
  { scene: 'refund', commands: ['down'] },
  { scene: 'refund', commands: ['help'] },
  { scene: 'tools', commands: ['previous_message', 'judge_turn', 'fix'] },
  { scene: 'hostile' },
  { scene: 'dataset' },
  { scene: 'dataset', tab: 'repository' },
  { scene: 'import' },
];

interface Violation {
  readonly id: string;
  readonly targets: readonly string[];
}

async function violations(page: Page, axe: string): Promise<Violation[]> {
  await page.evaluate(`${axe};0`);
  return page.evaluate<Violation[]>(
    `axe.run(document).then((found) => found.violations.map((one) => ({ id: one.id, targets: one.nodes.map((node) => String(node.target)) })))`,
  );
}

describe('screens for everyone', function () {
  this.timeout(240_000);
  const pages = usePages();

  const check = async (theme: ThemeName, list: readonly State[]): Promise<void> => {
    const axe = await readFile(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
    for (const { scene, commands = [], tab } of list) {
      const { page } = await pages().open({ scene, theme });
      for (const command of commands) await pages().browser.command(page, command);
      if (tab) await page.locator(`#tab-${tab}`).click();
      assert.deepEqual(await violations(page, axe), [], `${scene} ${commands.join(' ')} ${tab ?? ''}`);
      await page.context().close();
    }
  };

  it('have names, roles and contrast, in every state', () => check('dark', states));
  it('have contrast in the light theme', () => check('light', colourful));
  it('have contrast in the high-contrast theme', () => check('contrast', colourful));
});
