import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { registerStore } from '../../../extension/store/register';
import { fakeEngine, type Answers } from './fake-engine';
import { english, loadHostModule } from './fake-vscode';

type Shared = ReturnType<NonNullable<Answers['store.share']>>;

/** A window in which somebody answers each question with the button of this name, or with none. */
async function windowThat(answers: string | undefined, share: (params: object) => Shared) {
  const said: { kind: string; text: string; detail?: string }[] = [];
  const say =
    (kind: string) =>
    (text: string, ...rest: unknown[]) => {
      const options = rest.find((one): one is { detail?: string } => typeof one === 'object');
      said.push({ kind, text, ...(options?.detail === undefined ? {} : { detail: options.detail }) });
      return Promise.resolve(rest.find((one) => one === answers));
    };
  const vscode = {
    ...english,
    window: { showWarningMessage: say('warning'), showInformationMessage: say('information') },
    Disposable: { from: () => ({ dispose: () => undefined }) },
  };
  const module = (await loadHostModule('extension/store/register.ts', vscode)) as { registerStore: typeof registerStore };
  const engine = fakeEngine({ 'store.share': share });
  const commands = new Map<string, () => unknown>();
  const command = (id: string, run: () => unknown) => {
    commands.set(id, run);
    return { dispose: () => undefined };
  };
  module.registerStore({ engine, command } as never, {} as never);
  await commands.get('loop.store.share')?.();
  return { said, asked: engine.asked.map(({ params }) => params) };
}

describe('sharing the feedback', () => {
  const result = { store: '/w/.loop', shared: true, acts: 1234, in_git: true };
  const off = (params: object, more: Partial<Awaited<Shared>> = {}): Shared =>
    'dry_run' in params ? { ...result, shared: false } : { ...result, ...more };

  it('says first what git will see, and does nothing when nobody agrees', async () => {
    const { said, asked } = await windowThat(undefined, off);
    assert.deepEqual(asked, [{ dry_run: true }]);
    assert.equal(said.length, 1);
    assert.match(said[0]?.detail ?? '', /^git sees 1,234 acts, and no conversations\./);
  });

  it('says what to do next', async () => {
    const { said, asked } = await windowThat('Share', off);
    assert.deepEqual(asked, [{ dry_run: true }, { confirmed: true }]);
    assert.deepEqual(said.at(-1), {
      kind: 'information',
      text: 'git sees the feedback now. Commit the folder .loop to share it.',
    });
  });

  it('warns when git sees nothing all the same', async () => {
    const outside = await windowThat('Share', (params) => off(params, { in_git: false }));
    assert.deepEqual(outside.said.at(-1), {
      kind: 'warning',
      text: 'The folder of the store is not in a git repository yet.',
    });
    const ignored = await windowThat('Share', (params) => off(params, { kept_out: '.gitignore:1:.loop' }));
    assert.deepEqual(ignored.said.at(-1), {
      kind: 'warning',
      text: 'An ignore rule keeps the store out of git all the same: .gitignore:1:.loop',
    });
  });

  it('is stopped when it is on and somebody says so', async () => {
    const on = () => result;
    const left = await windowThat(undefined, on);
    assert.deepEqual(left.asked, [{ dry_run: true }]);
    const stopped = await windowThat('Stop Sharing', on);
    assert.deepEqual(stopped.asked, [{ dry_run: true }, { shared: false }]);
    assert.match(stopped.said.at(-1)?.text ?? '', /^git sees nothing of this store any more/);
  });
});
