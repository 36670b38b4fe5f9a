import { html, nothing, render, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { button, codicon, progressRing } from '../controls';
import { FirstFocus, mainButton } from '../first-focus';
import { t } from '../words';
import { isBlind } from './blind';
import { bar, lastAct } from './bar';
import { compareView, isComparing } from './compare';
import { conversationView } from './conversation-view';
import { header } from './header';
import { highlight, revealMatch } from './highlight';
import { help, searchBox } from './overlays';
import { markPassages, watchSelection } from './passages';
import type { TracePanel } from './panel';
import { open, openNext } from './queue';
import { bringNear, Nearby, showAnswer } from './scroll';
import { side } from './side';
import type { Match, Shown } from './state';

function center(symbol: unknown, title: string, text: string, actions: unknown = nothing): TemplateResult {
  return html`<main class="center">
    ${symbol}
    <h1>${title}</h1>
    <p class="quiet">${text}</p>
    <div class="center-actions">${actions}</div>
  </main>`;
}

function empty(panel: TracePanel): TemplateResult {
  const run = (name: 'build' | 'import' | 'filter') => () => panel.host.send({ type: 'run', name });
  const actions = html`${button({ label: t('empty.build'), primary: true, icon: 'package', onClick: run('build') })}
  ${button({ label: t('empty.filter'), icon: 'filter', onClick: run('filter') })}
  ${button({ label: t('empty.import'), icon: 'cloud-download', onClick: run('import') })}`;
  return center(codicon('pass'), t('empty.title'), t('empty.text'), actions);
}

function failed(panel: TracePanel, message: string, trace: string): TemplateResult {
  const again = button({ label: t('failed.again'), icon: 'refresh', onClick: () => void open(panel, trace) });
  return center(codicon('error'), t('failed.title'), message, again);
}

function gone(panel: TracePanel): TemplateResult {
  const next = button({ label: t('gone.next'), primary: true, icon: 'play', onClick: () => void openNext(panel) });
  return center(codicon('trash'), t('gone.title'), t('gone.text'), next);
}

function openTrace(panel: TracePanel, shown: Shown): TemplateResult {
  const { state } = panel;
  const dependsOn = [shown.facts, shown.turn, isBlind(state)];
  return html`<div class="trace ${state.side ? 'has-side' : ''} ${state.busy ? 'is-busy' : ''}">
    ${header(panel, shown)}
    <main class="talk" @click=${(event: Event) => follow(panel, event)} @keydown=${(event: KeyboardEvent) => enter(panel, event)}>
      ${isComparing(panel) ? compareView(panel, shown) : conversationView(panel, shown)}
    </main>
    ${state.search ? searchBox(panel, state.search) : nothing}
    ${state.side ? guard(dependsOn, () => side(panel, shown)) : nothing} ${bar(panel)}
  </div>`;
}

/** A link in a text does nothing by itself: the host shows where it goes and asks. */
function follow(panel: TracePanel, event: Event): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-href]') : null;
  const url = webUrl(link?.dataset['href'] ?? '');
  if (url !== undefined) panel.host.send({ type: 'open_link', url });
}

/** The address as a browser would take it, or undefined for anything that is not a web page. */
function webUrl(target: string): string | undefined {
  try {
    const { protocol, href } = new URL(target);
    return (protocol === 'https:' || protocol === 'http:') && href.length <= 8192 ? href : undefined;
  } catch {
    // Not an address at all.
    return undefined;
  }
}

function enter(panel: TracePanel, event: KeyboardEvent): void {
  if (event.key === 'Enter') follow(panel, event);
}

function page(panel: TracePanel): TemplateResult {
  const { phase, shown, help: isHelp } = panel.state;
  const overlays = isHelp ? help(panel) : nothing;
  if (phase.is === 'open' && shown) return html`${openTrace(panel, shown)} ${overlays}`;
  return html`${without(panel)} ${lastAct(panel)} ${overlays}`;
}

/** The screens without a trace. */
function without(panel: TracePanel): TemplateResult {
  const { phase } = panel.state;
  if (phase.is === 'empty') return empty(panel);
  if (phase.is === 'gone') return gone(panel);
  if (phase.is === 'failed') return failed(panel, phase.message, phase.trace);
  return center(progressRing(t('loading.title')), t('loading.title'), '');
}

/** Draws the panel into the page and keeps what lies outside the templates (scrolling, focus, marks) in step. */
export function mountTrace(root: HTMLElement, panel: TracePanel): void {
  const status = document.createElement('div');
  status.className = 'only-heard';
  status.setAttribute('role', 'status');
  root.after(status);
  panel.announce = (text) => {
    // The same words twice are heard twice only when something differs.
    status.textContent = status.textContent === text ? `${text}\u00a0` : text;
  };
  watchSelection(panel);
  const first = new FirstFocus();
  let nearby: Nearby | undefined;
  let drawn: Shown | undefined;
  let match: Match | undefined;
  panel.draw = () => {
    const { shown, search } = panel.state;
    const fresh = shown !== drawn;
    if (shown && fresh) bringNear(panel, shown, shown.turn);
    const hadFocus = root.querySelector('.talk')?.contains(document.activeElement) === true;
    render(page(panel), root);
    const talk = root.querySelector<HTMLElement>('.talk');
    if (!shown || !talk) {
      drawn = undefined;
      // The next step has the keyboard: building a set, going on, trying again.
      first.want(() => mainButton(root));
      return;
    }
    if (nearby?.root !== talk) nearby = new Nearby(panel, talk);
    nearby.watch(shown);
    if (fresh) panel.seen.drawn(shown);
    if (fresh) settle(panel, talk, shown, first);
    else if (hadFocus && document.activeElement === document.body) focusCurrent(shown);
    drawn = shown;
    if (search || match) highlight(panel, talk);
    markPassages(panel);
    const at = search?.matches[search.at];
    if (at && at !== match) revealMatch(panel);
    match = at;
  };
}

/** A new trace: at its answer, and the keyboard with it unless a button or a field holds the focus. */
function settle(panel: TracePanel, talk: HTMLElement, shown: Shown, first: FirstFocus): void {
  showAnswer(panel, talk);
  if (talk.contains(document.activeElement)) focusCurrent(shown);
  else first.want(() => document.getElementById(`turn-${String(shown.current)}`));
}

/** Drawing may replace what had the focus, a field that closes or a message that came: it goes to the message at hand. */
function focusCurrent(shown: Shown): void {
  document.getElementById(`turn-${String(shown.current)}`)?.focus({ preventScroll: true });
}
