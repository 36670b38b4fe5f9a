import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Redactor } from '../../../core/redact/redact';
import { joined } from './corpus';

const redactor = new Redactor({ enabled: ['ip'] });
const withPattern = new Redactor({ patterns: [{ kind: 'ticket', pattern: '(T?-?\\d+)+x' }] });
const megabyte = 1_000_000;

/** Texts made to send a careless search back and forth; each is repeated to the length asked for. */
const hostile: Readonly<Record<string, string>> = {
  letters: 'a',
  digits: '1',
  'digits in groups': '4012 ',
  'pairs of digits': '01 02 03 ',
  brackets: '((((',
  plus: '+1',
  at: '@',
  'at and dots': 'a.a@',
  'domains without an end': '@a.a.a.a.a-',
  'e-mail beginnings': 'a.b+c%40',
  hyphens: '-',
  underscores: '_',
  colons: 'password:',
  'secrets in a row': 'password:Xk29fjQ|',
  'names of keys': 'AccountKey=',
  'tokens in tokens': 'xo·xb-xo·xp-1',
  'other tokens in tokens': 'gl·pat-gl·rt-',
  'open quotes': 'password="',
  'open quotes of both sorts': `token='x" token="y' `,
  'separators in values': 'secret=a,a;a&a',
  'long names': `${'x'.repeat(60)}_password = `,
  backslashes: 'token=\\',
  'key banners': '-----BEGIN PRIVATE· KEY-----\n',
  'key banners with bodies': '-----BEGIN PRIVATE· KEY-----\nMIIEvQIBADANBgkq',
  'the words of a banner': 'PRIVATE· KEY ',
  'token heads': 'eyJ',
  'token dots': 'eyJhbGciOiJ.eyJ',
  'tokens side by side': 'AK·IA0123456789ABCDEF ',
  'token prefixes': 'sk-gh·p_xo·xb-',
  urls: 'https://a:',
  'urls without a path': '://a:b@c',
  bearers: 'Bearer a1b2c3d4e5 ',
  ibans: 'DE89 3704 ',
  'open brackets of JSON': '[',
  'open objects': '{"a":',
  quotes: '"',
  markers: '[redacted:email]',
  'broken markers': '[redacted:',
  'markers and secrets': '[redacted:email]a@b.co',
  'half characters': '\ud83d',
  'slashes and flags': '--password a1b2c3 -u a:b1c ',
  'login words': 'login a password ',
};

describe('redaction of hostile text', function () {
  // Measured in processor time, but a busy machine makes the wall clock run.
  this.timeout(30_000);

  for (const [name, unit] of Object.entries(hostile)) {
    it(`takes time in proportion: ${name}`, () => {
      const [small, large] = [16_000, 128_000].map((length) => timeOf(redactor, joined(unit), length));
      // Eight times the text; a quadratic search would take sixty-four times as long. 5 ms of grace for noise.
      assert.ok((large ?? 0) < 24 * (small ?? 0) + 5, `${small?.toFixed(1)} ms, then ${large?.toFixed(1)} ms`);
    });
  }

  it('takes time in proportion with a pattern that would send a backtracking search astray', () => {
    const [small, large] = [4_000, 32_000].map((length) => timeOf(withPattern, 'T-1', length));
    assert.ok((large ?? 0) < 24 * (small ?? 0) + 5, `${small?.toFixed(1)} ms, then ${large?.toFixed(1)} ms`);
  });

  it('takes a megabyte on one line', () => {
    for (const unit of ['x', ' ', '字', 'word alice@example.com ']) {
      const [text = ''] = redactor.redactTexts([unit.repeat(megabyte / unit.length)], {}).value;
      assert.equal(text.includes('alice'), false);
    }
  });

  it('masks a whole passage that uncovers secret after secret', () => {
    const chain = Array.from({ length: 400 }, (_, n) => `password: ${'x'.repeat(n % 3)}a${n}b!c@d.example`).join('"');
    const [once = ''] = redactor.redactTexts([chain], {}).value;
    assert.equal(redactor.redactTexts([once], {}).value[0], once);
  });
});

/** The least processor time of three, in ms. */
function timeOf(searcher: Redactor, unit: string, length: number): number {
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  return Math.min(...[1, 2, 3, 4, 5].map(() => processorTime(() => searcher.redactTexts([text], {}))));
}

function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}
