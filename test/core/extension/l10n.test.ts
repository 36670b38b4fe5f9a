import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import ts from 'typescript';
import { reasonTexts } from '../../../core/grade/reasons';
import { exportTargets } from '../../../core/export';
import { wordings } from '../../../core/lint/codes';
import { fixTitles } from '../../../core/lint/codes/fixes';
import { phraseTexts } from '../../../core/lint/codes/phrases';
import { flagSays } from '../../../core/lint/editing/complete-values';
import { allSays } from '../../../core/lint/editing/says';
import { allNotes } from '../../../core/lint/skill/reading';
import { problemTexts } from '../../../core/lib/problem';
import { strings } from '../../../webview/strings';

const root = path.resolve(import.meta.dirname, '../../..');
const bundle = path.join(root, 'l10n', 'bundle.l10n.json');

interface Found {
  readonly texts: Set<string>;
  /** Calls whose text is not written where it is used, with their place. */
  readonly unclear: string[];
}

/** The texts of every `l10n.t(…)` in the host, or of every `say(…)` of what the language server says. */
function findTexts(place: string, isCall: (callee: string) => boolean): Found {
  const found: Found = { texts: new Set(), unclear: [] };
  const folder = path.join(root, place);
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isCall(node.expression.getText())) {
        const [first] = node.arguments;
        if (first && ts.isStringLiteralLike(first)) found.texts.add(first.text);
        else if (first) found.unclear.push(`${file}: ${node.getText()}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

describe('the host’s words', () => {
  const { texts, unclear } = findTexts('extension', (callee) => callee === 'l10n.t');
  const said = ['core/lint', 'server/lsp'].map((place) => findTexts(place, (callee) => /(?:^|\.)say(?:\(\))?$/.test(callee)));
  const all = new Set([
    ...[...texts, ...said.flatMap((found) => [...found.texts])],
    ...[...Object.values(problemTexts), ...Object.values(reasonTexts)],
    ...[...wordings(), ...Object.values(fixTitles), ...phraseTexts, ...allSays(), ...allNotes(), ...Object.values(flagSays)],
    ...exportTargets.map(({ title }) => title),
  ]);
  const wanted = [...all].sort((a, b) => (a < b ? -1 : 1));

  it('stand where they are used, but for the sentences of problems and reasons', () => {
    assert.deepEqual(unclear.sort(), [
      'rubrics/reason-words.ts: l10n.t(reasonTexts[reason.code], { ...reason.args })',
      'words.ts: l10n.t(problemTexts[problem.code], { ...problem.args })',
    ]);
  });

  it('stand where they are used in the server, but for those of tables', () => {
    assert.deepEqual(said.flatMap((found) => found.unclear).sort(), [
      'codes/phrases.ts: say(phrase)',
      "codes/phrases.ts: say(text, Object.fromEntries(names.map((name, i) => [name, sayPhrase(say, match[i + 1] ?? '')])))",
      'editing/complete-keys.ts: say(says)',
      'editing/complete-values.ts: say(text)',
      'editing/complete-values.ts: say(title)',
      'editing/hover.ts: context.say(says)',
      'editing/hover.ts: say(note)',
      'editing/hover.ts: say(says)',
      'lint.ts: context.say(fixTitles[fix.title], fix.args)',
      'lint.ts: context.say(wording?.message ?? table.message, sayArgs(context.say, args))',
    ]);
  });

  it('are all in the bundle that translators work from', () => {
    const made = `${JSON.stringify(Object.fromEntries(wanted.map((text) => [text, text])), undefined, 2)}\n`;
    if (process.env['LOOP_UPDATE'] === '1') writeFileSync(bundle, made);
    assert.equal(readFileSync(bundle, 'utf8'), made, 'run with LOOP_UPDATE=1 to write the bundle anew');
  });

  it('are complete in every language there is, with the same places to fill', () => {
    const folder = path.join(root, 'l10n');
    const languages = readdirSync(folder).flatMap((name) => /^bundle\.l10n\.(.+)\.json$/.exec(name)?.[1] ?? []);
    for (const language of languages) {
      const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      compare(
        language,
        Object.fromEntries(wanted.map((text) => [text, text])),
        read(path.join(folder, `bundle.l10n.${language}.json`)),
      );
      const manifest = path.join(root, `package.nls.${language}.json`);
      assert.ok(existsSync(manifest), manifest);
      compare(language, read(path.join(root, 'package.nls.json')), read(manifest));
    }
    assert.ok(languages.includes('de'));
  });

  it('are complete on the screens, too, in as many forms as the language counts by', () => {
    for (const file of readdirSync(path.join(root, 'l10n'))) {
      const language = /^webview\.(.+)\.json$/.exec(file)?.[1];
      if (language === undefined) continue;
      const translated = JSON.parse(readFileSync(path.join(root, 'l10n', file), 'utf8')) as Record<string, string>;
      const counts = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const form = /\.(?:one|two|few|many|other)$/;
      const counted = Object.keys(strings).filter(
        (key) => form.test(key) && key.replace(form, '.one') in strings && key.endsWith('.other'),
      );
      const isForm = (key: string) => counted.includes(key.replace(form, '.other'));
      const singles = Object.keys(strings).filter((key) => !isForm(key));
      const keys = [...singles, ...counted.flatMap((key) => counts.map((count) => key.replace(form, `.${count}`)))];
      assert.deepEqual(Object.keys(translated).sort(), keys.sort(), language);
      const english: Readonly<Record<string, string>> = strings;
      for (const key of keys) {
        const text = english[key] ?? english[key.replace(form, '.other')] ?? '';
        assert.deepEqual(places(translated[key] ?? ''), places(text), `${language}: ${key}`);
      }
    }
    assert.ok(existsSync(path.join(root, 'l10n', 'webview.de.json')));
  });

  it('are complete in the walkthrough, too: the editor takes `x.nls.de.md` for `x.md`', () => {
    const folder = path.join(root, 'extension', 'walkthrough');
    const pages = readdirSync(folder).filter((name) => /^[a-z]+\.md$/.test(name));
    assert.ok(pages.length > 0);
    for (const page of pages) {
      const [english, german] = [page, page.replace('.md', '.nls.de.md')].map((name) =>
        readFileSync(path.join(folder, name), 'utf8'),
      );
      // The keyboard’s words are of its language, too.
      assert.deepEqual(skeleton((german ?? '').replaceAll('Strg', 'Ctrl')), skeleton(english ?? ''), page);
      assert.notEqual(german, english);
    }
  });
});

/** What a page has in every language: its headings, lines of lists and tables, pictures, keys and code. */
function skeleton(page: string): string[] {
  const code = /```[\s\S]*?```/g;
  const lines = page.replace(code, '').split('\n');
  return [
    ...(page.match(code) ?? []),
    ...lines.flatMap((line) => /^(?:#+|-|\|)/.exec(line)?.[0] ?? []),
    ...[...page.replace(code, '').matchAll(/\(([a-z]+\.svg)\)|`[^`]+`/g)].map(([found, picture]) => picture ?? found),
  ];
}

function compare(language: string, english: Record<string, string>, translated: Record<string, string>): void {
  assert.deepEqual(Object.keys(translated).sort(), Object.keys(english).sort(), language);
  for (const [key, text] of Object.entries(english)) {
    assert.deepEqual(places(translated[key] ?? ''), places(text), `${language}: ${key}`);
  }
}

/** What a text leaves open, the links it has, and the keys of files it names: those are never translated. */
function places(text: string): string[] {
  return [...(text.match(/\{\w+\}|\(command:[\w.]+\)|\$\([\w~-]+\)|`[^`]+`/g) ?? [])].sort();
}
