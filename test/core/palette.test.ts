import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readManifest } from './extension/manifest';

const { contributes } = readManifest();
const contributed = contributes.commands.map(({ command }) => command);
const palette = contributes.menus['commandPalette'] ?? [];
const hidden = palette.filter(({ when }) => when === 'false').map(({ command }) => command);
const places = Object.entries(contributes.menus).filter(([place]) => place !== 'commandPalette');

/** The keys a reviewer is promised, each a command of its own that can be put on another key. */
const promised: Readonly<Record<string, string>> = {
  u: 'up',
  d: 'down',
  c: 'fix',
  g: 'gold',
  s: 'skip',
  n: 'note',
  l: 'label',
  a: 'attribute',
  j: 'next_message',
  k: 'previous_message',
  right: 'next_trace',
  '.': 'next_trace',
  left: 'previous_trace',
  ',': 'previous_trace',
  ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => [String(n + 1), `choice_${String(n + 1)}`])),
  o: 'open_origin',
  'ctrl+f': 'search',
  'ctrl+enter': 'save',
  escape: 'leave',
  'ctrl+z': 'undo',
  'ctrl+shift+z': 'redo',
  '/': 'filter',
  'shift+/': 'help',
};

/** Commands that mean nothing without what was clicked, and what stands in their place in the palette. */
const needsARow: Readonly<Record<string, string>> = {
  'loop.import.files': 'loop.import.choose',
  'loop.review.open': 'loop.review.next',
  'loop.review.show_more': 'loop.review.filter',
  'loop.rubrics.show_slice': 'loop.review.filter',
  'loop.rubrics.show_failing': 'loop.grader.open_run',
  'loop.source.filter': 'loop.review.filter',
  'loop.source.delete': 'loop.review.delete',
  'loop.label.show': 'loop.review.filter',
  'loop.dataset.open_folder': 'loop.dataset.open',
  'loop.dataset.next_steps': 'loop.dataset.open',
};

/** The same act by the name it has in the palette. */
function twin(command: string): string | undefined {
  return command.startsWith('loop.rows.') ? command.replace('loop.rows.', 'loop.review.') : needsARow[command];
}

describe('every action', () => {
  it('has its promised key, as a command that can be remapped', () => {
    for (const [key, name] of Object.entries(promised)) {
      const bound = contributes.keybindings.filter((one) => one.key === key && one.when.includes("loop.panelFocus == 'trace'"));
      assert.deepEqual(
        bound.map(({ command }) => command),
        [`loop.review.${name}`],
        key,
      );
      assert.ok(contributed.includes(`loop.review.${name}`), name);
    }
  });

  it('is in the palette, or something else there does it', () => {
    for (const command of hidden) {
      const other = twin(command);
      assert.ok(other !== undefined && contributed.includes(other) && !hidden.includes(other), command);
    }
    const offered = new Set(places.flatMap(([, items]) => items.map(({ command }) => command)));
    for (const command of offered) assert.ok(!hidden.includes(command) || twin(command) !== undefined, command);
  });

  it('says in the palette when it can be done: not only once it was tried', () => {
    for (const { command, when } of palette) {
      assert.ok(when !== undefined && when !== '', command);
      assert.ok(contributed.includes(command), command);
    }
    assert.equal(new Set(palette.map(({ command }) => command)).size, palette.length);
  });

  it('has an icon where only icons are shown', () => {
    const bare = places.flatMap(([place, items]) =>
      items.filter(({ group = '' }) => (place.endsWith('/title') ? group.startsWith('navigation') : group.startsWith('inline'))),
    );
    assert.ok(bare.length > 15);
    for (const { command } of bare) {
      const icon = contributes.commands.find((one) => one.command === command)?.icon;
      assert.match(icon ?? '', /^\$\([a-z-]+\)$/, command);
    }
  });

  it('stands in no menu without a condition', () => {
    for (const [place, items] of places) for (const { command, when } of items) assert.ok(when, `${place}: ${command}`);
  });
});
