/** Every screen in every state looked at by axe-core, in each of the editor's four kinds of theme: no violations. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import type { TraceCommand } from '../../../core/protocol/panel';
import { themes, type ThemeName } from '../../support/webview-page/theme';
import { usePages } from '../../support/webview-page/use';

interface State {
  readonly scene: string;
  readonly commands?: readonly TraceCommand[];
  readonly tab?: string;
  /** Buttons pressed one after another, and what is there once the last was. */
  readonly press?: readonly string[];
  readonly then?: string;
}

const plain = ['refund', 'tools', 'empty_answer', 'reference', 'noted', 'hostile', 'blind', 'queue_empty', 'missing', 'failed'];
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
const tracePanel: readonly State[] = [
  { scene: 'loading' },
  ...plain.map((scene) => ({ scene })),
  ...acts.map((commands) => ({ scene: 'refund', commands })),
  { scene: 'compare', commands: ['compare'] },
  { scene: 'tools', commands: ['previous_message', 'judge_turn', 'fix'] },
];
const datasetPanel: readonly State[] = [
  ...['overview', 'samples', 'pipeline', 'repository'].map((tab) => ({ scene: 'dataset', tab })),
  { scene: 'dataset', tab: 'samples', press: ['Table'], then: '.sample-table' },
  { scene: 'dataset', tab: 'samples', press: ['JSON'], then: '.samples .code' },
  { scene: 'dataset_fine' },
  { scene: 'dataset_missing' },
];
const importDialog: readonly State[] = [
  { scene: 'import' },
  { scene: 'import_columns' },
  { scene: 'import_failed' },
  { scene: 'import', press: ['Import 391 conversations'], then: 'h1 .codicon-pass-filled' },
];

interface Violation {
  readonly id: string;
  readonly targets: readonly string[];
}

/** The rules of axe-core that depend on colours. All others were asked of the same page already. */
const aboutColour = ['color-contrast', 'link-in-text-block'];

async function violations(page: Page, rules?: readonly string[]): Promise<Violation[]> {
  const options = JSON.stringify(rules ? { runOnly: rules } : {});
  return page.evaluate<Violation[]>(
    `axe.run(document, ${options}).then((found) => found.violations.map((one) => ({ id: one.id, targets: one.nodes.map((node) => String(node.target)) })))`,
  );
}

describe('screens for everyone', function () {
  this.timeout(240_000);
  const pages = usePages();

  /** Opens the state once; only its colours change from theme to theme. */
  const check = async (states: readonly State[]): Promise<void> => {
    const axe = await readFile(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
    const found: Record<string, readonly Violation[]> = {};
    for (const state of states) {
      const { scene, commands = [], tab, press = [], then } = state;
      const { page } = await pages().open({ scene });
      for (const command of commands) await pages().browser.command(page, command);
      if (tab) await page.locator(`#tab-${tab}`).click();
      for (const name of press) await page.getByRole('button', { name }).click();
      if (then) await page.locator(then).first().waitFor();
      await page.evaluate(`${axe};0`);
      for (const [n, theme] of (Object.keys(themes) as ThemeName[]).entries()) {
        await pages().browser.theme(page, theme);
        const seen = await violations(page, n === 0 ? undefined : aboutColour);
        if (seen.length > 0) found[`${theme}: ${Object.values(state).flat().join(' ')}`] = seen;
      }
      await page.context().close();
    }
    assert.deepEqual(found, {});
  };

  it('have names, roles and contrast: the trace panel', () => check(tracePanel));
  it('have names, roles and contrast: the dataset panel', () => check(datasetPanel));
  it('have names, roles and contrast: the import dialog', () => check(importDialog));
});
