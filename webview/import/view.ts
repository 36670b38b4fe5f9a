import { html, nothing, render, type TemplateResult } from 'lit';
import { button, codicon, progressRing } from '../controls';
import { said } from '../said';
import { FirstFocus, mainButton } from '../first-focus';
import { isMac, keyName } from '../keys';
import { t, tn } from '../words';
import { columns } from './columns';
import { counts, files, masked, notes, refused, shapes } from './facts';
import { destination } from './destination';
import type { ImportPanel, Preview } from './panel';
import { sample } from './sample';

/** The file's name without its folders. */
function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function title(panel: ImportPanel): string {
  const { paths } = panel.state;
  const [only] = paths;
  return paths.length === 1 && only !== undefined
    ? t('import.title_file', { file: nameOf(only) })
    : tn('import.title_files', paths.length);
}

function progressBar(panel: ImportPanel): TemplateResult | typeof nothing {
  const { progress, reading, running, stopping } = panel.state;
  if (!reading && !running) return nothing;
  const known = progress?.total !== undefined && progress.total > 0 ? progress.done / progress.total : undefined;
  const label = t(
    stopping ? 'import.stopping' : running ? 'import.running' : panel.state.preview ? 'import.updating' : 'import.first',
  );
  const far =
    progress === undefined
      ? ''
      : progress.total === undefined
        ? tn('import.rows', progress.done)
        : t('import.done_of', { done: progress.done, total: progress.total });
  // Set as a property: the page's policy refuses style attributes.
  const style = known === undefined ? '' : `inline-size: ${String(Math.round(known * 100))}%`;
  return html`<div class="progress">
    <span>${label}</span><span class="quiet">${far}</span>
    <div
      class="progress-track"
      role="progressbar"
      aria-label=${label}
      aria-valuenow=${known === undefined ? nothing : Math.round(known * 100)}
    >
      <span class="progress-part ${known === undefined ? 'is-open' : ''}" .style=${style}></span>
    </div>
  </div>`;
}

function actions(panel: ImportPanel, preview: Preview): TemplateResult {
  const { running, reading, problem } = panel.state;
  const isPartial = preview.notes['only_beginning_read'] !== undefined;
  const label = isPartial || preview.imported === 0 ? t('import.run_plain') : tn('import.run', preview.imported);
  return html`<footer class="import-bar">
    ${problem === undefined ? nothing : html`<p class="bad" role="alert">${codicon('error')}${problem}</p>`}
    <div class="editor-buttons">
      ${button({
        label,
        icon: 'cloud-download',
        key: keyName('ctrl+enter', isMac()),
        primary: true,
        disabled: running || reading || (preview.imported === 0 && !isPartial),
        onClick: () => void panel.run(),
      })}
      ${button({ label: t(running ? 'import.stop' : 'import.cancel'), onClick: () => panel.cancel() })} ${progressBar(panel)}
    </div>
  </footer>`;
}

function advice({ state }: ImportPanel, preview: Preview): unknown {
  const hint = (text: string) => html`<p class="hint">${codicon('info')}${text}</p>`;
  if (preview.read === 0) return nothing;
  // Where columns are being named the hint keeps its place, so that the form below does not move.
  if (preview.imported > 0) return state.asks_columns ? hint(t('import.mapped')) : nothing;
  if (preview.duplicates > 0) return hint(t('import.all_known'));
  const isShape = (preview.refused_by['unrecognised_shape'] ?? 0) > 0;
  if (isShape) return hint(t('import.nothing_map'));
  return hint(t(state.asks_columns && preview.refused_by['no_answer'] ? 'import.map_answer' : 'import.nothing'));
}

function form(panel: ImportPanel, preview: Preview): TemplateResult {
  const isPartial = preview.notes['only_beginning_read'] !== undefined;
  const needsColumns = panel.state.asks_columns;
  return html`<div class="import-form">
    ${counts(preview, false)} ${isPartial ? html`<p class="quiet">${tn('import.beginning', preview.records.read)}</p>` : nothing}
    ${advice(panel, preview)} ${needsColumns ? columns(panel, preview, true) : nothing} ${destination(panel, preview)}
    ${needsColumns ? nothing : columns(panel, preview, false)}
    <div class="figures">
      ${files(preview)} ${shapes(preview)} ${refused(panel, preview)} ${notes(preview)} ${masked(preview, t('import.masked'))}
    </div>
    ${sample(preview)}
  </div>`;
}

function finished(panel: ImportPanel): TemplateResult | typeof nothing {
  const { done, source } = panel.state;
  if (!done) return nothing;
  return html`<main class="import">
    <header class="report-head">
      <h1>${codicon('pass-filled')}${said(tn('import.done_title', done.imported, { source }))}</h1>
    </header>
    <div class="import-form">
      ${counts(done, true)}
      <div class="figures">
        ${shapes(done)} ${refused(panel, done)} ${notes(done)}
        ${masked(
          { masks: Object.entries(done.redactions).map(([kind, count]) => ({ kind, count, examples: [] })) },
          t('import.masked_done'),
        )}
      </div>
    </div>
    <footer class="import-bar">
      <div class="editor-buttons">
        ${button({ label: t('import.review'), icon: 'play', primary: true, onClick: () => panel.close(true) })}
        ${button({ label: t('import.close'), onClick: () => panel.close(false) })}
      </div>
    </footer>
  </main>`;
}

function page(panel: ImportPanel): TemplateResult | typeof nothing {
  const { preview, failure, done, paths } = panel.state;
  if (done) return finished(panel);
  const choose = button({
    label: t('import.choose'),
    icon: 'folder-opened',
    onClick: () => panel.host.send({ type: 'run', name: 'choose_files' }),
  });
  if (failure !== undefined) {
    return html`<main class="center">
      ${codicon('error')}
      <h1>${t('import.failed_title')}</h1>
      <p class="quiet">${failure}</p>
      <div class="center-actions">${choose}${button({ label: t('import.cancel'), onClick: () => panel.cancel() })}</div>
    </main>`;
  }
  if (!preview) {
    return html`<main class="center">
      ${progressRing(t('loading.title'))}
      <p class="quiet">${paths.length > 0 ? t('import.reading') : ''}</p>
      ${paths.length > 0 ? html`<div class="center-actions">${progressBar(panel)}</div>` : nothing}
    </main>`;
  }
  // From anywhere on the page, so that nobody has to tab past three conversations to the button.
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) void panel.run();
  };
  return html`<main class="import" @keydown=${key}>
    <header class="report-head">
      <h1 title=${paths.join('\n')}>${said(title(panel))}</h1>
      <div class="report-actions">${choose}</div>
    </header>
    ${form(panel, preview)} ${actions(panel, preview)}
  </main>`;
}

export function mountImport(root: HTMLElement, panel: ImportPanel): void {
  const status = document.createElement('div');
  status.className = 'only-heard';
  status.setAttribute('role', 'status');
  root.after(status);
  panel.announce = (text) => {
    status.textContent = text;
  };
  const first = new FirstFocus();
  /** What the keyboard was given for. */
  let given: unknown;
  panel.draw = () => {
    render(page(panel), root);
    const { preview, failure, done, paths } = panel.state;
    const screen = failure ?? (done || !preview ? undefined : paths);
    if (screen === given) return;
    given = screen;
    if (screen !== undefined) first.want(() => root.querySelector('#import-source') ?? mainButton(root));
  };
}
