import assert from 'node:assert/strict';
import fc from 'fast-check';
import { load as loadYaml, CORE_SCHEMA } from 'js-yaml';
import { describe, it } from 'mocha';
import { suggestionsAt } from '../../../../core/lint/editing/complete';
import { formatOf } from '../../../../core/lint/editing/format';
import { hoverAt } from '../../../../core/lint/editing/hover';
import { nameAt, namesOf } from '../../../../core/lint/editing/names';
import { foldsOf, outlineOf, selectionSteps, type Symbol } from '../../../../core/lint/editing/outline';
import { fileReferences } from '../../../../core/lint/editing/references';
import { saysOfKey } from '../../../../core/lint/editing/says';
import { keysOf, shapesAt, type Step, takesList, takesMap } from '../../../../core/lint/editing/shape';
import { tokensOf } from '../../../../core/lint/editing/tokens';
import { applyEdits } from '../../../../core/lint/fixes';
import { type FileKind, fileKinds } from '../../../../core/lint/kinds';
import { contextOf } from '../../../../core/lint/lint';
import type { Span } from '../../../../core/lint/span';
import { plainValue } from '../../../../core/lint/yaml/plain';
import { fixtureFiles, realFiles, root } from '../fixtures';
import { facts } from './cursor';

const samples = fixtureFiles();

/** A fixture with something typed or cut out somewhere, and the cursor there. */
const typed = fc
  .record({
    sample: fc.constantFrom(...samples),
    where: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(30),
    text: fc.constantFrom('', '\n', ' ', ':', '- ', '{ ', '[', '"', "'", 'la', '\n  - ', '# ', '\r\n', '|', '\t', '😀', '\uD800'),
  })
  .map(({ sample, where, cut, text }) => {
    const at = Math.floor(where * sample.text.length);
    return { ...sample, text: sample.text.slice(0, at) + text + sample.text.slice(at + cut), offset: at + text.length };
  });

const contextFor = (kind: FileKind, text: string, path?: string) =>
  contextOf({ kind, text, path, files: realFiles, workspace: root, facts });

function symbolSpans(symbols: readonly Symbol[], around?: Span): Span[] {
  return symbols.flatMap(({ span, at, children }) => {
    assert.ok(at.start >= span.start && at.end <= span.end, 'the selected place is outside its symbol');
    if (around) assert.ok(span.start >= around.start && span.end <= around.end, 'a symbol is outside the one it is in');
    return [span, at, ...symbolSpans(children, span)];
  });
}

describe('editing features on any text', () => {
  it('never fail, and point inside it', function () {
    this.timeout(120_000);
    const sound = fc.property(typed, ({ kind, text, path, offset }) => {
      const context = contextFor(kind, text, path);
      const hover = hoverAt(context, offset);
      const places: Span[] = [
        ...suggestionsAt(context, offset).map(({ replace }) => replace),
        ...(hover ? [hover.span] : []),
        ...namesOf(context).flatMap(({ definition, uses }) => [definition, ...uses]),
        ...symbolSpans(outlineOf(context)),
        ...foldsOf(context),
        ...selectionSteps(context, offset),
        ...fileReferences(context).map(({ span }) => span),
        ...tokensOf(context).map(({ span }) => span),
        ...formatOf(context),
      ];
      for (const { start, end } of places) assert.ok(start >= 0 && start <= end && end <= text.length);
      for (const { replace } of suggestionsAt(context, offset)) assert.ok(replace.start <= offset && replace.end >= offset);
      const steps = selectionSteps(context, offset);
      for (const [i, step] of steps.slice(1).entries()) {
        const outer = steps[i];
        assert.ok(outer && step.start >= outer.start && step.end <= outer.end);
      }
    });
    fc.assert(sound, { numRuns: 1500 });
  });

  it('change names so that everything that used them still does', () => {
    let renamed = 0;
    for (const { kind, text, path } of samples) {
      const context = contextFor(kind, text, path);
      for (const { definition, uses, name, kind: what } of namesOf(context)) {
        const after = applyEdits(
          text,
          [definition, ...uses].map((place) => ({ ...place, text: 'renamed-name' })),
        );
        const found = nameAt(contextFor(kind, after, path), definition.start)?.name;
        if (!found) continue;
        assert.equal(found.name, 'renamed-name', `${path}: ${what} ${name}`);
        assert.equal(found.uses.length, uses.length, `${path}: ${what} ${name}`);
        renamed++;
      }
    }
    assert.ok(renamed > 40, `only ${renamed} renamed`);
  });
});

describe('formatting', () => {
  it('changes nothing a parser reads, loses no comment, and is done at once', () => {
    let formatted = 0;
    for (const { kind, text, path } of samples) {
      const context = contextFor(kind, text, path);
      const edits = formatOf(context);
      if (edits.length === 0) continue;
      const after = applyEdits(text, edits);
      const again = contextFor(kind, after, path);
      assert.deepEqual(formatOf(again), [], path);
      assert.deepEqual(plainValue(again.map), plainValue(context.map), path);
      const [before, now] = [context, again].map(({ yaml, text: whole }) =>
        loadYaml(whole.slice(yaml?.span.start, yaml?.span.end), { schema: CORE_SCHEMA }),
      );
      assert.deepEqual(now, before, path);
      formatted++;
    }
    assert.ok(formatted > 10, `only ${formatted} formatted`);
  });

  it('keeps comments, quotes and blank lines, and mends indentation', () => {
    const text =
      'version: 1   # first\nname:   "x"\n\n# what is checked\nrules:\n- id: a   \n  type: regex\n  pattern: \'a\\d\'\n  flags:  i\n';
    const edits = formatOf(contextFor('grader', text));
    assert.equal(
      applyEdits(text, edits),
      'version: 1 # first\nname: "x"\n\n# what is checked\nrules:\n  - id: a\n    type: regex\n    pattern: \'a\\d\'\n    flags: i\n',
    );
  });

  it('leaves alone what has mistakes, and the body of a Markdown file', () => {
    assert.deepEqual(formatOf(contextFor('grader', 'name:  a: b\n')), []);
    const judge = '---\nname:   x\n---\n\nTwo blanks  \nmean a new line.\n';
    assert.equal(applyEdits(judge, formatOf(contextFor('judge', judge))), judge.replace('name:   x', 'name: x'));
  });
});

describe('what keys mean', () => {
  it('is told for every key a schema has', () => {
    const silent: string[] = [];
    const visit = (kind: FileKind, path: readonly Step[], levels: readonly ReadonlyMap<string, string>[], depth: number) => {
      const shapes = shapesAt(kind, path, levels);
      for (const { name, shapes: own } of keysOf(shapes)) {
        if (saysOfKey(kind, path, name, levels.at(-1)?.get('type')) === undefined)
          silent.push(`${kind} ${path.join('.')} ${name}`);
        if (depth < 4 && takesMap(own)) visit(kind, [...path, name], [...levels, new Map()], depth + 1);
        if (depth < 4 && takesList(own)) visit(kind, [...path, name, null], [...levels, new Map(), new Map()], depth + 2);
      }
    };
    for (const kind of fileKinds) visit(kind, [], [new Map()], 0);
    assert.deepEqual([...new Set(silent)], []);
  });
});
