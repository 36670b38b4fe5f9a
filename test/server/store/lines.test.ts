import assert from 'node:assert/strict';
import fc from 'fast-check';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { parseSegmentFile, segmentFile } from '../../../server/store/disk/layout';
import { decodeAct, encodeAct } from '../../../server/store/log/act-line';
import {
  bodyText,
  encodeLine,
  headerText,
  isIntact,
  beginsLine,
  blotted,
  blottedAnew,
  isScrubbed,
  readSeal,
  scrubbedLine,
  sealLine,
} from '../../../server/store/log/line';
import { scanSegment, type Piece } from '../../../server/store/log/scan';
import { textMatcher } from '../../../server/store/query/text-matcher';
import { actsBy, temporaryFolder, traceOf } from '../../support/store';

describe('lines of the log', () => {
  it('give back header and body, whatever is in them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.string()), (body, given) => {
        const header = JSON.stringify({ first: '},"t":', ...given, last: '"t":{' });
        const line = encodeLine(header, JSON.stringify(body));
        assert.ok(isIntact(line.subarray(0, -1)));
        assert.equal(headerText(line), header);
        assert.equal(bodyText(line), JSON.stringify(body));
        assert.equal(bodyText(line.subarray(0, -1)), JSON.stringify(body));
        assert.deepEqual((JSON.parse(line.toString('utf8')) as { t: unknown }).t, JSON.parse(JSON.stringify(body)));
      }),
    );
  });

  it('are found damaged by any single bit', () => {
    const line = encodeAct(actsBy('ana').signal('t', 'up')).subarray(0, -1);
    for (let bit = 0; bit < line.length * 8; bit++) {
      const damaged = Buffer.from(line);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      assert.equal(isIntact(damaged), false, `bit ${bit}`);
    }
  });

  it('keep acts as they were, and refuse what they do not know', () => {
    const event = actsBy('ana').signal('t', 'correction', { answer: { text: 'Größe\u2028"quoted"\n' }, reason: '…' });
    assert.deepEqual(decodeAct(encodeAct(event).subarray(0, -1)), event);
    assert.equal(
      decodeAct(encodeLine('{"v":1,"id":"x","at":"y","by":"z"}', '{"type":"from the future"}').subarray(0, -1)),
      undefined,
    );
    assert.equal(
      decodeAct(encodeLine('{"v":2,"id":"x","at":"y","by":"z"}', '{"type":"pinned","traces":["a"]}').subarray(0, -1)),
      undefined,
    );
  });

  it('are scrubbed to the same length, the same bytes everywhere', () => {
    for (const length of [2, 20, 45, 200]) {
      const line = scrubbedLine(length);
      assert.equal(line.length, length);
      assert.ok(isScrubbed(line.subarray(0, -1)));
      assert.equal(line[length - 1], 10);
      assert.ok(line.equals(scrubbedLine(length)));
      assert.ok(isScrubbed(Buffer.from(`{"v":1,"scrubbed":"01J0000000000000000000000A"}`.padEnd(length))), 'as once written');
    }
  });

  it('are not scrubbed while anything of them is left', () => {
    const line = encodeAct(actsBy('ana').signal('t', 'up', { reason: 'Because.' }));
    const scrubbed = scrubbedLine(line.length);
    for (let torn = 1; torn < line.length - 1; torn++) {
      const half = Buffer.concat([scrubbed.subarray(0, torn), line.subarray(torn)]);
      assert.ok(!isScrubbed(half.subarray(0, -1)), `${torn} bytes`);
      assert.ok(beginsLine(half), `${torn} bytes`);
    }
    assert.ok(beginsLine(line) && beginsLine(scrubbed));
    assert.ok(!beginsLine(Buffer.from('{"d":"')));
  });

  it('are blotted out to the end, whichever of their sectors a power cut left', () => {
    const ids = ['a', 'b', 'c'].map((key) => traceOf({ key }).id);
    const [gone = ''] = ids;
    const isGone = (id: string) => id === gone;
    const event = actsBy('ana').act({ type: 'labels_added', traces: ids, labels: ['kept'] });
    const line = encodeAct(event).subarray(0, -1);
    const whole = blotted(line, [gone]);
    for (let torn = 1; torn < line.length; torn++) {
      const early = Buffer.concat([whole.subarray(0, torn), line.subarray(torn)]);
      const late = Buffer.concat([line.subarray(0, torn), whole.subarray(torn)]);
      for (const half of [early, late]) if (!isIntact(half)) assert.deepEqual(blottedAnew(half, isGone), whole, `${torn} bytes`);
    }
    const damaged = Buffer.from(line);
    damaged.write('X', line.indexOf('kept'));
    assert.equal(blottedAnew(damaged, isGone), undefined, 'damage of another kind is no blotting');
  });

  it('end with a seal that counts them', () => {
    const seal = sealLine({ lines: 3, bytes: 1000 }).subarray(0, -1);
    assert.ok(isIntact(seal));
    const { lines, bytes } = readSeal(seal) ?? assert.fail();
    assert.deepEqual([lines, bytes], [3, 1000]);
    assert.equal(readSeal(encodeAct(actsBy('ana').signal('t', 'up'))), undefined);
  });

  it('are read across chunks, however long they are', () => {
    const folder = temporaryFolder();
    const file = path.join(folder.path, 'segment');
    const bodies = [10, 3_000_000, 5, 1_048_000, 700, 1].map((length) => JSON.stringify('x'.repeat(length)));
    const lines = bodies.map((body) => encodeLine('{}', body));
    fs.writeFileSync(file, Buffer.concat([...lines, Buffer.from('torn')]));
    const fd = fs.openSync(file, 'r');
    const pieces: Piece[] = [...scanSegment(fd, 0, fs.fstatSync(fd).size)];
    fs.closeSync(fd);
    folder.remove();
    assert.deepEqual(
      pieces.map(({ kind }) => kind),
      ['line', 'line', 'line', 'line', 'line', 'line', 'tail'],
    );
    assert.deepEqual(
      pieces.map(({ length }) => length),
      [...lines.map(({ length }) => length), 4],
    );
    assert.ok(pieces.every((piece, n) => piece.kind !== 'line' || bodyText(piece.line) === bodies[n]));
  });

  it('lie in files whose names say whose they are', () => {
    const name = { kind: 'log', writer: 'abc234', n: 12, gen: 3 } as const;
    assert.equal(segmentFile(name), 'log/abc234-12.g3.jsonl');
    assert.deepEqual(parseSegmentFile('log', 'abc234-12.g3.jsonl'), { name, part: false });
    assert.deepEqual(parseSegmentFile('log', 'abc234-12.g3.jsonl.part'), { name, part: true });
    for (const other of ['abc.jsonl', '../x-1.g0.jsonl', 'x-1.g0.jsonl~', 'X-1.g0.jsonl', '.DS_Store'])
      assert.equal(parseSegmentFile('log', other), undefined);
  });
});

describe('the first look of a text search', () => {
  const lineFor = (content: string, calls: string[] = []) => {
    const trace = traceOf({
      messages: [
        { role: 'user', content },
        { role: 'assistant', content: '', tool_calls: calls.map((text, n) => ({ id: `c${n}`, name: 'f', arguments: text })) },
      ],
    });
    return encodeLine('{"preview":""}', JSON.stringify(trace));
  };

  it('never overlooks what the closer look would find', () => {
    const letters = fc.string({
      unit: fc.constantFrom(
        'a',
        'K',
        'k',
        'ſ',
        'İ',
        'i',
        'I',
        '\u212a',
        'é',
        'e\u0301',
        'ß',
        ' ',
        '"',
        '\\',
        '/',
        '\n',
        '.',
        '7',
        '请',
        '豈',
        '\uf900',
        '冬',
        '\u{2f81a}',
        '[',
        ',',
      ),
      maxLength: 12,
    });
    fc.assert(
      fc.property(letters, letters, fc.nat(20), fc.nat(20), fc.boolean(), (text, argument, from, length, escaped) => {
        const json = JSON.stringify({ v: argument });
        const args = escaped
          ? json.replace(/[^\0-\x7f]|[ak]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
          : json;
        const line = lineFor(text, [args]);
        const source = escaped ? json : text;
        const wanted = source.slice(from % (source.length + 1)).slice(0, length);
        if (wanted === '') return;
        const matcher = textMatcher(wanted);
        const chunk = Buffer.concat([lineFor('other'), line, lineFor('more')]);
        const start = lineFor('other').length;
        const found = [...matcher.candidates(chunk)].some(([at]) => at === start);
        if (matcher.verify(line.subarray(0, -1))) assert.ok(found, JSON.stringify({ wanted, text, args }));
      }),
      { numRuns: 3000 },
    );
  });

  it('lets few lines through', () => {
    const chunk = Buffer.concat([
      lineFor('The refund came'),
      lineFor('A window broke'),
      lineFor('Refund  window'),
      lineFor('my REFUND window'),
    ]);
    assert.equal([...textMatcher('refund window').candidates(chunk)].length, 1);
  });
});
