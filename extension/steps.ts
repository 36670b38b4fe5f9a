import { QuickInputButtons, window, type InputBox, type QuickPick, type QuickPickItem } from 'vscode';

/** The user wants the step before. */
export const back = Symbol('back');
export type Back = typeof back;

/** Where a step stands, for its title bar. */
export interface Place {
  readonly title: string;
  readonly step: number;
  readonly total: number;
}

/** Asks one thing. Undefined ends everything without a change. */
export type Step<S> = (state: S, place: Place) => Promise<S | Back | undefined>;

/** Runs steps one after the other, with a way back that keeps what was chosen. */
export async function runSteps<S>(title: string, start: S, steps: readonly Step<S>[]): Promise<S | undefined> {
  let state = start;
  for (let n = 0; n < steps.length;) {
    const step = steps[n];
    if (!step) return undefined;
    const answer = await step(state, { title, step: n + 1, total: steps.length });
    if (answer === undefined) return undefined;
    if (answer === back) n = Math.max(0, n - 1);
    else {
      state = answer;
      n++;
    }
  }
  return state;
}

export interface PickOptions<T extends QuickPickItem> {
  readonly items: readonly T[];
  readonly active?: T | undefined;
  readonly placeholder?: string;
  /** Gets the pick once it is shown, for example to fill in counts as they come. `gone` fires when it is answered. */
  readonly live?: (pick: QuickPick<T>, gone: AbortSignal) => void;
}

/** One choice among a few, with the step's number and a back button. */
export async function pickStep<T extends QuickPickItem>(place: Place, options: PickOptions<T>): Promise<T | Back | undefined> {
  const pick = window.createQuickPick<T>();
  dress(pick, place);
  if (options.placeholder !== undefined) pick.placeholder = options.placeholder;
  pick.items = options.items;
  if (options.active) pick.activeItems = [options.active];
  const gone = new AbortController();
  try {
    return await new Promise<T | Back | undefined>((resolve) => {
      pick.onDidTriggerButton(() => resolve(back));
      pick.onDidHide(() => resolve(undefined));
      pick.onDidAccept(() => pick.activeItems[0] && resolve(pick.activeItems[0]));
      pick.show();
      options.live?.(pick, gone.signal);
    });
  } finally {
    gone.abort();
    pick.dispose();
  }
}

export interface InputOptions {
  readonly value: string;
  readonly prompt: string;
  /** Says what is wrong with a text, or nothing. */
  readonly check: (text: string) => string | undefined;
  readonly live?: (input: InputBox, gone: AbortSignal) => void;
}

/** A line of text, with the step's number and a back button. */
export async function inputStep(place: Place, options: InputOptions): Promise<string | Back | undefined> {
  const input = window.createInputBox();
  dress(input, place);
  input.value = options.value;
  input.prompt = options.prompt;
  input.onDidChangeValue((text) => (input.validationMessage = options.check(text)));
  const gone = new AbortController();
  try {
    return await new Promise<string | Back | undefined>((resolve) => {
      input.onDidTriggerButton(() => resolve(back));
      input.onDidHide(() => resolve(undefined));
      input.onDidAccept(() => {
        input.validationMessage = options.check(input.value);
        if (input.validationMessage === undefined) resolve(input.value);
      });
      input.show();
      options.live?.(input, gone.signal);
    });
  } finally {
    gone.abort();
    input.dispose();
  }
}

function dress(input: QuickPick<QuickPickItem> | InputBox, { title, step, total }: Place): void {
  input.title = title;
  input.step = step;
  input.totalSteps = total;
  input.ignoreFocusOut = true;
  input.buttons = step > 1 ? [QuickInputButtons.Back] : [];
}
