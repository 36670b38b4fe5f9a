import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { operations } from '../../core/protocol/operations';
import { calls, fromTraceView, mayCall, toTraceView, traceState, views } from '../../core/protocol/panel';
import { strings } from '../../webview/strings';
import { warningCodes, leftOutCodes } from '../../core/dataset/report-schema';
import { kinds } from '../../core/redact/kinds';
import { mappable } from '../../core/import/mapping';
import { refusalTexts } from '../../core/import/refusals';

describe('messages between host and views', () => {
  it('let a view call only what is on its list, and only operations there are', () => {
    for (const view of views) for (const method of calls[view]) assert.ok(method in operations);
    assert.ok(mayCall('trace', 'feedback.up'));
    assert.ok(!mayCall('trace', 'trace.delete'));
    assert.ok(!mayCall('trace', 'import.run'));
    assert.ok(!mayCall('dataset', 'export.run'));
    assert.ok(!mayCall('dataset', 'toString'));
  });

  it('do not carry links that are not web pages', () => {
    const link = (url: string): boolean => fromTraceView.safeParse({ type: 'open_link', url }).success;
    assert.ok(link('https://example.org/a?b#c'));
    for (const url of ['javascript:alert(1)', 'command:x', 'file:///etc/passwd', 'vscode://x', 'data:text/html,x', 'nothing']) {
      assert.ok(!link(url), url);
    }
  });

  it('carry an answer that went well and one that did not', () => {
    assert.ok(toTraceView.safeParse({ type: 'result', id: 1, ok: true, value: null }).success);
    assert.ok(toTraceView.safeParse({ type: 'result', id: 1, ok: false, problem: { code: 'busy', message: 'x' } }).success);
    assert.ok(!toTraceView.safeParse({ type: 'result', id: 1, ok: false }).success);
    assert.ok(!toTraceView.safeParse({ type: 'command', name: 'delete_everything' }).success);
  });

  it('keep no text in the state of a panel', () => {
    const kept = traceState.parse({ view: 'trace', trace: 'id', side: true, draft: 'secret', queue: { order: 'oldest' } });
    assert.deepEqual(Object.keys(kept).sort(), ['queue', 'side', 'trace', 'view']);
  });
});

describe('texts of the screens', () => {
  const has = (key: string): void => assert.ok(key in strings, key);

  it('name every code the engine can answer with', () => {
    for (const code of warningCodes) ['title', 'why'].forEach((part) => has(`warning.${code}.${part}`));
    for (const code of leftOutCodes) has(`left_out.${code}`);
    for (const kind of kinds) has(`redaction.${kind}`);
    for (const field of mappable) has(`field.${field}`);
    for (const code of Object.keys(refusalTexts)) has(`refused.${code}`);
  });

  it('have both forms where there is a count', () => {
    for (const key of Object.keys(strings)) {
      if (key.endsWith('.one')) has(key.replace(/one$/, 'other'));
      if (key.endsWith('.other') && `${key.slice(0, -6)}.one` in strings)
        assert.match(strings[key as 'text.lines.other'], /\{n\}/);
    }
  });
});
