import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, workspace, type Uri } from 'vscode';
import type { RubricKind } from '../language/documents';
import { oneLine } from '../plain';
import { age, number, traces, verdicts as countVerdicts } from '../words';
import type { Agreement, FactNode, GraderNode, JudgeRun, KindNode, LastRun, RubricNode } from './nodes';

export function rubricItem(node: RubricNode): TreeItem {
  switch (node.kind) {
    case 'kind':
      return kindItem(node);
    case 'file':
      return node.run ? judgeItem(node.uri, node.run) : fileItem(node.uri);
    case 'grader':
      return graderItem(node);
    default:
      return factItem(node);
  }
}

function kindItem({ of, files }: KindNode): TreeItem {
  const made = new TreeItem(kindName(of), TreeItemCollapsibleState.Expanded);
  made.id = `kind:${of}`;
  made.description = number(files.length);
  return made;
}

function kindName(kind: RubricKind): string {
  switch (kind) {
    case 'grader':
      return l10n.t('Graders');
    case 'judge':
      return l10n.t('Judges');
    case 'recipe':
      return l10n.t('Recipes');
    case 'skill':
      return l10n.t('Skills');
  }
}

/** A skill is known by its folder: every one of them is called SKILL.md. */
function fileItem(uri: Uri): TreeItem {
  const parts = workspace.asRelativePath(uri).split('/');
  const isSkill = /\/skill\.md$/i.test(uri.path);
  const made = new TreeItem(uri, TreeItemCollapsibleState.None);
  made.id = uri.toString();
  made.iconPath = ThemeIcon.File;
  if (isSkill) made.label = parts.at(-2) ?? parts.at(-1) ?? '';
  made.description = parts.slice(0, isSkill ? -2 : -1).join('/');
  made.contextValue = /\.dataset\.ya?ml$/.test(uri.path)
    ? 'rubric.recipe'
    : /\.judge\.md$/i.test(uri.path)
      ? 'rubric.judge'
      : 'rubric';
  made.command = { command: 'vscode.open', title: l10n.t('Open'), arguments: [uri] };
  return made;
}

function judgeItem(uri: Uri, run: JudgeRun): TreeItem {
  const made = fileItem(uri);
  made.description = judgeWords(run);
  made.tooltip = [workspace.asRelativePath(uri), run.judge, l10n.t('run {0}', run.run), age(run.at)].join('\n');
  if (run.stale) made.iconPath = new ThemeIcon('history');
  return made;
}

/** How a judge stands: what its newest run said, and whether that was by the rubric it has now. */
function judgeWords({ verdicts, mean_score, model, stale }: JudgeRun): string {
  const parts = [
    countVerdicts(verdicts),
    mean_score === null ? '' : score(mean_score),
    model === undefined ? '' : oneLine(model, 40),
    stale ? l10n.t('rubric has changed since') : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function graderItem({ uri, row }: GraderNode): TreeItem {
  const known = row !== undefined && row.problem === undefined;
  const made = fileItem(uri);
  made.collapsibleState = known ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None;
  made.contextValue = row?.last ? 'rubric.grader.ran' : 'rubric.grader';
  if (!row) return made;
  made.description = row.problem === undefined ? graderWords(row.last) : l10n.t('has a mistake');
  made.tooltip = [workspace.asRelativePath(uri), row.problem ?? row.name].join('\n');
  if (row.problem !== undefined) made.iconPath = new ThemeIcon('error', new ThemeColor('list.errorForeground'));
  else if (row.last?.stale) made.iconPath = new ThemeIcon('history');
  return made;
}

function graderWords(last: LastRun | undefined): string {
  if (!last) return l10n.t('not run yet');
  const parts = [
    l10n.t('{0} of {1} passed', number(last.passed), number(last.passed + last.failed)),
    last.mean_score === null ? '' : score(last.mean_score),
    last.stale ? l10n.t('rules have changed since') : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function factItem(node: FactNode): TreeItem {
  const { label, description, icon, tooltip } = fact(node);
  const made = new TreeItem(label, TreeItemCollapsibleState.None);
  made.id = [node.kind, node.grader.uri.toString(), node.kind === 'rule' ? node.id : ''].join(':');
  made.description = description;
  made.iconPath = icon;
  made.tooltip = tooltip ?? `${label}\n${description}`;
  made.accessibilityInformation = { label: `${label}, ${description}` };
  made.contextValue = `rubric.${node.kind}`;
  return made;
}

interface Fact {
  readonly label: string;
  readonly description: string;
  readonly icon: ThemeIcon;
  readonly tooltip?: string;
}

function fact(node: FactNode): Fact {
  switch (node.kind) {
    case 'slice': {
      const { slice_size, total } = node.row;
      const description = l10n.t('{0} of {1}', number(slice_size), traces(total));
      return { label: l10n.t('In its slice'), description, icon: new ThemeIcon('filter') };
    }
    case 'run': {
      const { at, by, no_score, candidates_graded, slice, stale } = node.last;
      const parts = [
        age(at),
        by,
        slice === '' ? '' : slice,
        no_score > 0 ? l10n.t('{0} without a score', number(no_score)) : '',
        candidates_graded > 0 ? l10n.t('{0} candidates', number(candidates_graded)) : '',
        stale ? l10n.t('rules have changed since') : '',
      ];
      return { label: l10n.t('Last run'), description: parts.filter((p) => p !== '').join(' · '), icon: new ThemeIcon('play') };
    }
    case 'rule':
      return ruleFact(node);
    case 'agreement':
      return agreementFact(node.found);
  }
}

function ruleFact({ id, counts }: Extract<FactNode, { kind: 'rule' }>): Fact {
  const { pass, fail, skipped, not_applied } = counts;
  const parts = [
    l10n.t('{0} passed', number(pass)),
    l10n.t('{0} failed', number(fail)),
    skipped > 0 ? l10n.t('{0} with nothing to check', number(skipped)) : '',
    not_applied > 0 ? l10n.t('{0} outside its slice', number(not_applied)) : '',
  ];
  const icon =
    fail > 0 ? new ThemeIcon('error', new ThemeColor('charts.red')) : new ThemeIcon('pass', new ThemeColor('charts.green'));
  return { label: oneLine(id, 80), description: parts.filter((p) => p !== '').join(' · '), icon };
}

function agreementFact({ n, agreement, low, high, kappa }: Agreement): Fact {
  const label = l10n.t('Agreement with people');
  const icon = new ThemeIcon('person');
  if (agreement === null || low === null || high === null) {
    return { label, description: l10n.t('no answer has both a grade by these rules and a verdict'), icon };
  }
  const interval = l10n.t('{0} ({1} to {2})', percent(agreement), percent(low), percent(high));
  const beyond = kappa === null ? '' : l10n.t('kappa {0}', score(kappa));
  const description = [interval, beyond, n === 1 ? l10n.t('1 answer') : l10n.t('{0} answers', number(n))]
    .filter((p) => p !== '')
    .join(' · ');
  const tooltip = l10n.t(
    'How often the grader and people here said the same of an answer, with the 95 % interval. Kappa is the part beyond chance.',
  );
  return { label, description, icon, tooltip: `${description}\n${tooltip}` };
}

function percent(share: number): string {
  return `${number(Math.round(share * 100))} %`;
}

export function score(value: number): string {
  return number(Math.round(value * 100) / 100);
}
