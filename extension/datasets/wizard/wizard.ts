import { l10n, QuickPickItemKind, type QuickPick, type QuickPickItem } from 'vscode';
import type { Method } from '../../../core/dataset/recipe';
import { printSlice } from '../../../core/slice/print';
import type { Host } from '../../host';
import { back, inputStep, pickStep, runSteps, type Step } from '../../steps';
import { previewWords, rowWords, sliceWords } from './counts';
import { facets, type Facet } from './facets';
import { proposedHoldout, proposeName, type BuildState } from './state';

interface CountedItem extends QuickPickItem {
  /** The state this choice leads to, for its row count. */
  readonly leads?: BuildState;
}

/** Asks step by step what to build: method, slice, holdout, name, and what to do then. Undefined when it was closed. */
export async function buildWizard(host: Host, start: Partial<BuildState>): Promise<BuildState | undefined> {
  const state: BuildState = { method: 'sft', slice: {}, holdout_percent: proposedHoldout, name: '', ...start };
  const steps = [methodStep(host), sliceStep(host), holdoutStep(host), nameStep(host), endStep(host)];
  return runSteps(l10n.t('Build Dataset'), state, steps);
}

/** Fills in the row count of each choice, one after the other. */
function countItems<T extends CountedItem>(host: Host) {
  return async (pick: QuickPick<T>, gone: AbortSignal) => {
    for (const item of pick.items) {
      if (!item.leads) continue;
      const words = await previewWords(host, item.leads, gone, rowWords);
      if (words === undefined) return;
      item.description = words;
      const [active] = pick.activeItems;
      pick.items = [...pick.items];
      if (active) pick.activeItems = [active];
    }
  };
}

function live<T extends CountedItem>(host: Host): (pick: QuickPick<T>, gone: AbortSignal) => void {
  const count = countItems<T>(host);
  return (pick, gone) => void count(pick, gone).catch(host.fail);
}

function methodStep(host: Host): Step<BuildState> {
  return async (state, place) => {
    const methods: readonly (readonly [Method, string])[] = [
      ['sft', l10n.t('Examples of good answers')],
      ['dpo', l10n.t('Pairs: a better and a worse answer to the same question')],
      ['kto', l10n.t('Single answers, each marked wanted or unwanted')],
      ['grpo', l10n.t('Questions with a way to score answers')],
    ];
    const items = methods.map(([method, detail]) => ({ label: method, detail, method, leads: { ...state, method } }));
    const active = items.find(({ method }) => method === state.method);
    const from = printSlice(state.slice);
    const placeholder =
      from === '' ? l10n.t('How will the model be trained?') : l10n.t('How will the model be trained? Made from: {0}', from);
    const picked = await pickStep(place, { items, active, placeholder, live: live(host) });
    return typeof picked === 'object' ? { ...state, method: picked.method } : picked;
  };
}

interface FacetItem extends QuickPickItem {
  readonly facet?: Facet;
  readonly all?: true;
}

/** The wizard begins with the filter of Review: it says so, and lets go of it. */
function allItem({ slice }: BuildState): FacetItem[] {
  const text = printSlice(slice);
  if (text === '') return [];
  return [{ label: l10n.t('$(clear-all) Take All Conversations'), description: l10n.t('now: {0}', text), all: true }];
}

function sliceStep(host: Host): Step<BuildState> {
  return async (state, place) => {
    let current = state;
    for (;;) {
      const now = current;
      const items: FacetItem[] = [
        { label: l10n.t('$(arrow-right) Continue'), alwaysShow: true },
        ...allItem(now),
        { label: l10n.t('narrow down'), kind: QuickPickItemKind.Separator },
        ...facets().map((facet) => ({ facet, label: facet.name, description: facet.shown(now) ?? '' })),
      ];
      const count = async (pick: QuickPick<FacetItem>, gone: AbortSignal) => {
        const words = await previewWords(host, now, gone, sliceWords);
        if (words !== undefined) pick.title = `${place.title} · ${words}`;
      };
      const picked = await pickStep(place, {
        items,
        placeholder: l10n.t('Which conversations is it made from?'),
        live: (pick, gone) => void count(pick, gone).catch(host.fail),
      });
      if (typeof picked !== 'object') return picked;
      if (picked.all) {
        current = { ...now, slice: {} };
        continue;
      }
      if (!picked.facet) return now;
      current = (await picked.facet.ask(host, now)) ?? now;
    }
  };
}

function holdoutStep(host: Host): Step<BuildState> {
  return async (state, place) => {
    const choices = [...new Set([proposedHoldout, 10, 30, 0, state.holdout_percent])];
    const items = choices.map((percent) => ({
      label: percent === 0 ? l10n.t('No holdout') : l10n.t('{0} %', percent),
      detail: percent === 0 ? l10n.t('There will be no way to tell whether training helped') : '',
      percent,
      leads: { ...state, holdout_percent: percent },
    }));
    const active = items.find(({ percent }) => percent === state.holdout_percent);
    const placeholder = l10n.t('How much of the newest is held back to measure with? Whole tasks stay together.');
    const picked = await pickStep(place, { items, active, placeholder, live: live(host) });
    return typeof picked === 'object' ? { ...state, holdout_percent: picked.percent } : picked;
  };
}

function nameStep(host: Host): Step<BuildState> {
  return async (state, place) => {
    const built = await host.engine.call('dataset.list', {});
    const prompt = (name: string) => {
      const versions = built.filter((row) => row.name === name.trim());
      const next = Math.max(0, ...versions.map((row) => row.version)) + 1;
      return next > 1 ? l10n.t('Becomes version {0} of this dataset', next) : l10n.t('A new dataset');
    };
    const value = state.name || proposeName(state);
    const name = await inputStep(place, {
      value,
      prompt: prompt(value),
      check: (text) => (text.trim() === '' || text.trim().length > 120 ? l10n.t('A name has 1 to 120 characters') : undefined),
      live: (input) => input.onDidChangeValue((text) => (input.prompt = prompt(text))),
    });
    return typeof name === 'string' ? { ...state, name: name.trim() } : name;
  };
}

function endStep(host: Host): Step<BuildState> {
  return async (state, place) => {
    const items = [
      { label: l10n.t('Build'), end: 'build' as const, leads: state },
      { label: l10n.t('Build and Save as Recipe File…'), end: 'build_and_save' as const },
      { label: l10n.t('Save as Recipe File…'), end: 'save' as const, detail: l10n.t('To build it later, here or in CI') },
    ];
    const placeholder = l10n.t('{0} · {1} · {2} % holdout', state.name, state.method, state.holdout_percent);
    const picked = await pickStep(place, { items, placeholder, live: live(host) });
    return picked === back || picked === undefined ? picked : { ...state, end: picked.end };
  };
}
