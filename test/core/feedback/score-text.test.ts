import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readScores } from '../../../core/feedback/score-text';

describe('grades as a person types them', () => {
  for (const [text, scores] of [
    ['0.8', { overall: 0.8 }],
    [' 1 ', { overall: 1 }],
    ['tone=0.5, facts=1', { tone: 0.5, facts: 1 }],
    ['tone=0.5 0.25', { tone: 0.5, overall: 0.25 }],
    ['', undefined],
    ['good', undefined],
    ['tone=', undefined],
    ['=1', undefined],
    ['1.01', undefined],
    ['-0.1', undefined],
    ['tone=0.5 tone=1', undefined],
    ['0.5 0.6', undefined],
    ['__proto__=1', undefined],
    ['tone=Infinity', undefined],
  ] as const)
    it(text || 'nothing', () => assert.deepEqual(readScores(text), scores));
});
