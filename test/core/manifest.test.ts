import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { filterKey, traceCommands } from '../../core/protocol/panel';
import { queueOrders } from '../../core/protocol/operations';
import { defaultTargets, targets } from '../../core/lint/targets';
import { kinds } from '../../core/redact/kinds';
import { chatFiles, importEndings } from '../../extension/import/endings';
import { activateHost, type Registered } from './extension/fake-vscode';
import { readManifest, sourceTexts, whenClauses } from './extension/manifest';

const root = path.resolve(import.meta.dirname, '../..');
const manifest = readManifest();
const { contributes } = manifest;
const contributed = contributes.commands.map(({ command }) => command);

describe('the manifest and the code', () => {
  let registered: Registered;
  before(async function () {
    this.timeout(60_000);
    registered = await activateHost();
  });

  it('contributes every command that is registered, and the reverse', () => {
    assert.deepEqual([...contributed].sort(), [...registered.commands].sort());
  });

  it('contributes every view that is made, each with its activation event', () => {
    const views = contributes.views.loop.map(({ id }) => id);
    assert.deepEqual([...views].sort(), [...registered.views].sort());
    for (const view of views) assert.ok(manifest.activationEvents.includes(`onView:${view}`), view);
  });

  it('wakes for the panels it can restore and the files it can open', () => {
    const wakes = (kind: string) =>
      manifest.activationEvents.filter((event) => event.startsWith(`${kind}:`)).map((event) => event.slice(kind.length + 1));
    assert.deepEqual(wakes('onWebviewPanel').sort(), [...registered.serializers].sort());
    assert.deepEqual(wakes('onFileSystem').sort(), [...registered.fileSystems].sort());
  });
});

describe('commands', () => {
  it('stand under one category, with titles of one form', () => {
    for (const { command, category, title } of contributes.commands) {
      assert.equal(category, 'Loop', command);
      assert.match(manifest.words(title), titleForm, command);
    }
  });

  it('have one title each in the palette', () => {
    const hidden = new Set(
      (contributes.menus['commandPalette'] ?? []).filter(({ when }) => when === 'false').map((m) => m.command),
    );
    const titles = contributes.commands.filter(({ command }) => !hidden.has(command)).map(({ title }) => manifest.words(title));
    assert.deepEqual(
      titles.filter((title, n) => titles.indexOf(title) !== n),
      [],
    );
  });

  it('are contributed wherever menus, keys, welcome texts and the walkthrough name them', () => {
    const menus = Object.values(contributes.menus).flatMap((items) => items.map(({ command }) => command));
    const keys = contributes.keybindings.map(({ command }) => command);
    const texts = [
      ...contributes.viewsWelcome.map(({ contents }) => contents),
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ description }) => description)),
    ];
    const links = texts.flatMap((text) => [...manifest.words(text).matchAll(/\(command:([\w.]+)\)/g)].map(([, id]) => id ?? ''));
    assert.ok(links.length >= 8);
    assert.deepEqual(
      [...menus, ...keys, ...links].filter((id) => !contributed.includes(id)),
      [],
    );
  });
});

describe('keys', () => {
  /** One row takes letters to find rows by; several take the panel's keys. */
  const rowKeys = "focusedView == 'loop.review' && listMultiSelection && !inputFocus";
  const panelKeys = "loop.panelFocus == 'trace' && !inQuickOpen";

  it('are those of the trace panel, and only there', () => {
    const bound = contributes.keybindings.filter(({ when }) => when === panelKeys);
    const wanted = Object.entries(traceCommands).flatMap(([name, keys]) => keys.map((key) => `loop.review.${name} ${key}`));
    assert.deepEqual(
      bound.map(({ command, key }) => `${command} ${key}`),
      [...wanted, `loop.review.filter ${filterKey}`],
    );
  });

  it('fire nowhere but in our panels, our tree and our drafts', () => {
    const places = [
      panelKeys,
      "focusedView == 'loop.review' && !inputFocus",
      rowKeys,
      'resourceScheme == loop && editorTextFocus && !editorReadonly',
    ];
    for (const { command, when } of contributes.keybindings) assert.ok(places.includes(when), command);
  });

  it('stand in no menu of a place where they do not work', () => {
    const inTree = (id: string) =>
      contributes.keybindings
        .filter(({ command }) => command === id)
        .every(({ when }) => when.startsWith("focusedView == 'loop.review'"));
    const shown = contributes.menus['view/item/context'] ?? [];
    assert.ok(shown.length > 20);
    assert.deepEqual(
      shown.map(({ command }) => command).filter((command) => !inTree(command)),
      [],
    );
  });

  it('use Command where others use Control', () => {
    for (const { key, mac } of contributes.keybindings) {
      if (/ctrl/.test(key)) assert.equal(mac, key.replace('ctrl', 'cmd'));
    }
  });
});

describe('settings', () => {
  const { properties } = contributes.configuration;
  it('offer what the registries hold', () => {
    const offered = Object.fromEntries(
      Object.entries(properties).map(([name, setting]) => [name, setting.enum ?? setting.items?.enum ?? []]),
    );
    assert.deepEqual(offered['loop.review.order'], [...queueOrders]);
    assert.deepEqual(offered['loop.skills.targets'], [...targets]);
    assert.deepEqual(offered['loop.redaction.off'], [...kinds]);
    assert.deepEqual(offered['loop.redaction.on'], [...kinds]);
    assert.deepEqual(properties['loop.skills.targets']?.default, [...defaultTargets]);
    assert.equal(properties['loop.review.order']?.enumDescriptions?.length, queueOrders.length);
  });

  it('are read somewhere', () => {
    const code = sourceTexts('extension', 'server').join('\n');
    for (const name of Object.keys(properties)) {
      const last = name.split('.').at(-1) ?? '';
      assert.ok(code.includes(`'${last}'`) || code.includes(`${last}'`) || code.includes(`.${last}`), name);
    }
  });

  it('that a strange workspace must not decide are restricted there', () => {
    const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    for (const name of restricted) assert.ok(name in properties, name);
    for (const name of Object.keys(properties)) {
      if (/^loop\.(store|reviewer|redaction)/.test(name)) assert.ok(restricted.includes(name), name);
    }
  });
});

describe('the rest of the manifest', () => {
  it('never wakes at startup', () => {
    assert.deepEqual(
      manifest.activationEvents.filter((event) => event === '*' || event.startsWith('onStartup')),
      [],
    );
  });

  it('has words for every key, and no key without use', () => {
    const text = readFileSync(path.join(root, 'package.json'), 'utf8');
    const used = new Set([...text.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? ''));
    assert.deepEqual(Object.keys(manifest.nls).sort(), [...used].sort());
  });

  it('asks only for context keys that the code sets', () => {
    const code = sourceTexts('extension').join('\n');
    const asked = new Set(whenClauses(contributes).flatMap((when) => when.match(/\bloop\.[a-zA-Z]\w*(\.\w+)?\b/g) ?? []));
    const keys = [...asked].filter((key) => !/^loop\.(review|datasets|rubrics|sources|trace)$/.test(key));
    assert.ok(keys.length > 3);
    for (const key of keys) assert.ok(code.includes(`'${key}'`), key);
  });

  it('names files that are there', () => {
    const files = [
      manifest.icon,
      ...contributes.viewsContainers.activitybar.map(({ icon }) => icon),
      ...contributes.views.loop.map(({ icon }) => icon),
      ...contributes.grammars.map(({ path }) => path),
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown)),
    ];
    for (const file of files) assert.ok(existsSync(path.join(root, file)), file);
  });

  it('offers import on the files that can be imported', () => {
    const when = contributes.menus['explorer/context']?.find(({ command }) => command === 'loop.import.files')?.when ?? '';
    assert.ok(when.includes(`/^\\.(${importEndings.join('|')})$/`), when);
    assert.ok(when.includes(String(chatFiles)), when);
  });

  it('packs nothing but what it lists', () => {
    const lines = readFileSync(path.join(root, '.vscodeignore'), 'utf8').trim().split('\n');
    assert.equal(lines[0], '**');
    for (const line of lines.slice(1)) assert.match(line, /^![\w/.*-]+$/);
    assert.ok(
      lines.every((line) => !/^!(\*\*|.*\/\*\*)/.test(line)),
      'an open end would let everything in',
    );
  });
});

/** Title Case, small words small, an ellipsis where more is asked, brackets round a short name. */
const titleForm = /^[A-Z][\w’]*( (\(?[A-Z][\w’-]*\)?|a|an|and|as|at|by|for|from|in|of|on|or|the|to|with|\d|\.\w+\.\w+))*…?$/;
