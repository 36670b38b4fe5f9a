import { commands, Disposable, window, workspace } from 'vscode';
import { atRest, inBatches } from '../batches';
import { createBusy } from '../busy';
import type { Host } from '../host';
import { rubricPatterns } from '../language/documents';
import { registerRulePages } from '../language/rule-pages';
import { convertJudge } from './convert';
import { createRubric, newSkill } from './create';
import { showFailing } from './failing';
import { rubricFiles, rubricKinds } from './files';
import { importVerdicts } from './judge';
import { runGrader } from './run';
import { registerSaving } from './save';
import { registerSchemas } from './schemas';
import { templates } from './templates';
import { createRubricTree } from './tree';
import { registerTrying } from './try';

/** What rubrics need of reviewing. */
export interface RubricParts {
  /** The trace shown last, else a selected one; says so when there is none. */
  readonly currentTrace: () => string | undefined;
  /** Shows conversations with the lowest scores first. */
  readonly showLowest: () => Promise<unknown>;
  /** Shows the conversations of a filter. */
  readonly showSlice: (text: string) => Promise<void>;
}

/** Rubrics: the view, running graders, and trying them on a trace. */
export function registerRubrics(host: Host, { currentTrace, showLowest, showSlice }: RubricParts): Disposable {
  const tree = createRubricTree(host, tellGraders);
  const view = window.createTreeView('loop.rubrics', { treeDataProvider: tree, showCollapseAll: true });
  const busy = createBusy(view, 'loop.rubrics', 'loop.busy.rubrics');
  setImmediate(() => void rubricFiles('grader', 1).then((graders) => tellGraders(graders.length > 0), host.fail));
  const watchers = rubricKinds.map((kind) => workspace.createFileSystemWatcher(rubricPatterns[kind]));
  const redraw = () => {
    tree.refresh();
    return Promise.resolve();
  };
  const refresh = inBatches(redraw, host.fail, atRest);
  return Disposable.from(
    tree,
    view,
    ...watchers,
    ...watchers.flatMap((watcher) => [watcher.onDidCreate(redraw), watcher.onDidDelete(redraw), watcher.onDidChange(redraw)]),
    host.engine.onChange((change) => (change.all_traces || change.labels) && refresh(change)),
    host.store.onChange(() => host.store.known === undefined && tree.refresh()),
    registerTrying(host, currentTrace),
    host.command('loop.grader.run', (arg) => runGrader(host, busy, arg, showLowest)),
    host.command('loop.grader.stop', () => busy.stop()),
    host.command('loop.grader.open_run', showLowest),
    host.command('loop.judge.import', (arg) => importVerdicts(host, busy, arg)),
    host.command('loop.judge.convert', (arg) => convertJudge(host, arg)),
    host.command('loop.rubrics.refresh', () => tree.refresh()),
    host.command('loop.rubrics.new_grader', () => createRubric(templates().grader)),
    host.command('loop.rubrics.new_judge', () => createRubric(templates().judge)),
    host.command('loop.rubrics.new_recipe', () => createRubric(templates().recipe)),
    host.command('loop.rubrics.new_skill', newSkill),
    host.command('loop.rubrics.show_slice', (text) => (typeof text === 'string' ? showSlice(text) : undefined)),
    host.command('loop.rubrics.show_failing', (rule, ids) => showFailing(host, rule, ids)),
    registerRulePages(host),
    registerSaving(host),
    registerSchemas(host),
  );
}

/** The walkthrough's step "write a rule" is done when a grader file is there. */
function tellGraders(there: boolean): void {
  void commands.executeCommand('setContext', 'loop.hasGraders', there);
}
