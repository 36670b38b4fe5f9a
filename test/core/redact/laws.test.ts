import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { makeFinder } from '../../../core/redact/finder';
import { findingsIn } from '../../../core/redact/json';
import { segmentsOf } from '../../../core/redact/marker';
import { merged, prepare, scan, scanUnfiltered } from '../../../core/redact/scan';
import { Redactor } from '../../../core/redact/redact';
import { rules } from '../../../core/redact/rules/index';
import { mapTexts } from '../../../core/redact/trace-texts';
import type { Trace } from '../../../core/trace/model';
import { loadedJson, loadedText } from './arbitraries';
import { casesOf, fixtureKinds } from './corpus';

const scanner = prepare(rules);
const finder = makeFinder({ enabled: ['ip'] });
const redactor = new Redactor({ enabled: ['ip'] });

/** Texts that the two searches once saw differently. */
const onceDifferent: [string][] = [
  ['curl -u a:bcd1,--user e:fgh2,--user i:jkl3'],
  ['-u 6:6,--user @:I8,'],
  ['eyJlbmMiOi_D_jV6__..___C1q17._.eyJDA_-p-vM.eyJa16l_w_-.8'],
  ['password = 1)PASSWORD to w1sMal'],
  ['m\u0259nim_password: hunter2x9Qa'],
  ['PASSWORT IST Xk29fjQpz8'],
  ['CONTRASE\u00d1A ES Xk29fjQpz8'],
  ['alice [At] example [dot] com'],
  ['-----BEGIN6M 02R1O9DU8A1683V6NF9DU8A1683V6NF1899O64048KT7 05 PRIVATE KEY-----/3ca4a6daec1bd5bfa242ef92d23d930'],
  ['API key: He6B8t70C6zI6FEXtccVjT7LmzDcSVpassword => "Rx7_plum",'],
  ['ssh 198.51.100.4ADA@EXAMPLE.COM is the same as ada@example.com'],
  ['commit 9fceb02d0ae598e95dc970b74767f19372d61af8Authorization=Q0FdkkmLzC3KlzQPyw1URFfisfLe'],
  ['tel 0301234'],
  ['Motde passe : S0leil!2024'],
  ['Mot depasse : S0leil!2024'],
  ['machine a.example login till password: 4fk29sLq\\n"'],
];

/** Values in which the quick look once missed something. */
const onceMissed: [unknown][] = [
  [{ password: '0order ' }],
  [{ ')': 'password: ,0x4111111111111111', '': '://' }],
  [{ 'remote=2a00:1450:4001:82b::200e': '' }],
  [{ 'a@example.com': '[redacted:' }],
];

function redacted(text: string): string {
  return redactor.redactTexts([text], {}).value[0] ?? '';
}

describe('redaction laws', function () {
  this.timeout(30_000);

  it('the prefilter finds what trying every rule everywhere finds, on the corpus', () => {
    for (const kind of fixtureKinds) {
      for (const { text } of [...casesOf(kind, 'positive'), ...casesOf(kind, 'negative')]) {
        assert.deepEqual(merged(scan(scanner, text)), merged(scanUnfiltered(rules, text)));
      }
    }
  });

  it('the prefilter finds what trying every rule everywhere finds, on any text', () => {
    fc.assert(
      fc.property(loadedText, (text) => {
        assert.deepEqual(merged(scan(scanner, text)), merged(scanUnfiltered(rules, text)));
      }),
      { numRuns: 1500, examples: onceDifferent },
    );
  });

  it('the prefilter finds what trying every rule everywhere finds, on what is cut and put together', () => {
    const known = fc.constantFrom(
      ...fixtureKinds.flatMap((kind) => [...casesOf(kind, 'positive'), ...casesOf(kind, 'negative')]),
    );
    const between = fc.constantFrom(
      '',
      ' ',
      '\n',
      '\0',
      '\\n',
      '\u4e2d',
      '\u00e9',
      '\ud83d',
      '\u00a0',
      '"',
      ':',
      '=',
      '-',
      '_',
      '.',
      '0',
      'a',
    );
    fc.assert(
      fc.property(known, between, known, fc.nat(), (first, glue, second, place) => {
        const whole = `${first.text}${glue}${second.text}`;
        const at = place % whole.length;
        for (const text of [whole, whole.slice(at), whole.slice(0, at), whole.slice(0, at) + whole.slice(at + 1)])
          assert.deepEqual(merged(scan(scanner, text)), merged(scanUnfiltered(rules, text)));
      }),
      { numRuns: 4000 },
    );
  });

  it('no text is too plain for what it holds', () => {
    fc.assert(
      fc.property(loadedText, fc.nat(13), (text, length) => {
        const short = text.slice(0, length);
        assert.deepEqual(finder.text(short), merged(segmentsOf(short).length === 1 ? scanUnfiltered(rules, short) : []));
      }),
      { numRuns: 3000 },
    );
  });

  it('redacting twice is redacting once', () => {
    fc.assert(
      fc.property(loadedText, (text) => {
        const once = redactor.redactTexts([text], {});
        const twice = redactor.redactTexts(once.value, once.numbering);
        assert.deepEqual([...twice.value], [...once.value]);
        assert.deepEqual(twice.counts, {});
      }),
      { numRuns: 1500 },
    );
  });

  it('JSON stays JSON, redacted once and for all, and what was not masked keeps its bytes', () => {
    fc.assert(
      fc.property(loadedJson, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify([value], null, indent);
        const once = redacted(text);
        assert.doesNotThrow(() => void JSON.parse(once));
        assert.equal(redacted(once), once);
        const [before, after] = [tokensOf(text), tokensOf(once)];
        assert.equal(after.length, before.length);
        after.forEach((token, index) => {
          if (!token.includes('[redacted:')) assert.equal(token, before[index]);
        });
      }),
      { numRuns: 800 },
    );
  });

  it('the quick look at JSON misses nothing that the closer look finds', () => {
    fc.assert(
      fc.property(loadedJson, (value) => {
        const text = JSON.stringify([value]);
        assert.deepEqual(findingsIn(finder, text), findingsIn(finder, text, { careful: true }));
      }),
      { numRuns: 800, examples: onceMissed },
    );
  });

  it('one look at a whole conversation misses nothing that a look at each of its texts finds', () => {
    const texts = fc.array(loadedText, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(texts, loadedJson, fc.dictionary(loadedText, loadedText, { maxKeys: 2 }), (contents, value, attributes) => {
        const whole = conversation(contents, JSON.stringify(value), attributes);
        if (redactor.redactTrace(whole).value !== whole) return;
        mapTexts(whole, (text, { json: scalars = false, name = '' }) => {
          const isShort = text.length < 6 || finder.isPlain(text, name);
          assert.deepEqual(isShort ? [] : findingsIn(finder, text, { scalars, name, careful: true }), []);
          return text;
        });
      }),
      { numRuns: 3000 },
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        assert.equal(redacted(redacted(text)), redacted(text));
      }),
      { numRuns: 1000 },
    );
  });
});

/** Texts wherever a conversation has some: in turns, reasoning, calls and beside it. */
function conversation(contents: readonly string[], json: string, attributes: Record<string, string>): Trace {
  return {
    id: 't1',
    source: 's',
    origin: { kind: 'imported', file: 'f', line: 1 },
    captured_at: '2026-01-15T10:30:00.000Z',
    recorded_at: '2026-01-15T10:30:00.000Z',
    messages: [
      ...contents.map((content, n) => ({ role: n % 2 === 0 ? ('user' as const) : ('assistant' as const), content })),
      {
        role: 'assistant',
        content: contents[0] ?? '',
        reasoning: contents.at(-1) ?? '',
        tool_calls: [{ id: 'call_1', name: 'find', arguments: json }],
      },
    ],
    answer_turn: contents.length,
    labels: [],
    attributes,
    meta: {},
    flags: {},
  };
}

/** Strings and everything between them, by a grammar of its own. */
function tokensOf(json: string): string[] {
  return json.match(/"(?:[^"\\]|\\.)*"|[^"\s,:[\]{}]+|[\s,:[\]{}]+/g) ?? [];
}
