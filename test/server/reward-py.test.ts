import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'mocha';
import { exported } from '../core/export/collecting';
import { conversations } from '../core/export/conversations';

/** Any Python 3 will do: reward.py uses the standard library only. */
const python = process.env['LOOP_TRL_PYTHON'] ?? 'python3';

describe('the exported reward.py', () => {
  it('rewards by reference, rules and judge', async () => {
    const { files } = await exported('trl', 'grpo', conversations);
    const text = files['reward.py'] ?? '';
    assert.match(text, /^def loop_reward\(prompts, completions, reward_spec, \*\*columns\):$/m);
    const place = mkdtempSync(path.join(tmpdir(), 'loop-reward-'));
    try {
      writeFileSync(path.join(place, 'reward.py'), text);
      copyFileSync(path.join(import.meta.dirname, 'reward-check.py'), path.join(place, 'check.py'));
      const { status, stdout, stderr, error } = spawnSync(python, ['check.py'], { cwd: place, encoding: 'utf8' });
      if (error) console.log(`      (its text only: there is no ${python} here)`);
      else assert.deepEqual([status, stdout.trim()], [0, 'ok'], stderr);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });
});
