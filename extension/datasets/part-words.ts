import { l10n } from 'vscode';
import type { LeftOutCode, WarningCode } from '../../core/dataset/report-schema';
import type { ChangeKind, ChangeReason } from '../../core/dataset/compare/reasons';
import type { Provenance } from '../../core/log/events';
import { oneLine } from '../plain';
import { day, moment } from '../words';

/** What a number of a report is about, for the group of traces it opens. A code that is new here is shown as it is. */
export function partWords(part: string): string {
  const colon = part.indexOf(':');
  const name = colon < 0 ? part : part.slice(0, colon);
  const value = colon < 0 ? '' : part.slice(colon + 1);
  const words = names()[name];
  return words ? words(oneLine(value, 80)) : oneLine(part, 80);
}

type Words = (value: string) => string;

function names(): Readonly<Record<string, Words>> {
  return {
    in: () => l10n.t('all its rows'),
    train: () => l10n.t('for training'),
    holdout: () => l10n.t('held out'),
    desirable: () => l10n.t('answers marked good'),
    undesirable: () => l10n.t('answers marked bad'),
    moved: () => l10n.t('stayed in training to keep tasks whole'),
    left_out: (code) => l10n.t('left out: {0}', lookUp(leftOut(), code)),
    dropped: (code) => l10n.t('rows dropped: {0}', lookUp(leftOut(), code)),
    model: (model) => l10n.t('answered by {0}', model),
    reviewer: (reviewer) => l10n.t('judged by {0}', reviewer),
    source: (source) => lookUp(sources(), source),
    label: (label) => l10n.t('labelled {0}', label),
    warning: (code) => l10n.t('warning: {0}', lookUp(warnings(), code)),
    score: (from) => l10n.t('score from {0}', from),
    length: (from) => l10n.t('answers from {0} characters', from),
    rejected_length: (from) => l10n.t('rejected answers from {0} characters', from),
    time: spanWords,
    compare: comparedWords,
  };
}

function lookUp(table: Readonly<Record<string, string>>, code: string): string {
  return (Object.hasOwn(table, code) ? table[code] : undefined) ?? code.replaceAll('_', ' ');
}

const dayLength = 86_400_000;

function spanWords(span: string): string {
  const [from = '', to = ''] = span.split('/');
  return Date.parse(to) - Date.parse(from) >= dayLength ? l10n.t('from {0}', day(from)) : l10n.t('from {0}', moment(from));
}

function comparedWords(part: string): string {
  const [, change = '', why] = part.split(':');
  const kind = lookUp(changes(), change);
  return why === undefined ? kind : l10n.t('{0}: {1}', kind, lookUp(reasons(), why));
}

function leftOut(): Readonly<Record<LeftOutCode, string>> {
  return {
    tainted: l10n.t('marked as unfit for training'),
    disputed: l10n.t('reviewers disagree'),
    no_prompt: l10n.t('no question was recorded'),
    empty_answer: l10n.t('the answer is empty'),
    invalid_tool_calls: l10n.t('a tool call is not valid JSON'),
    no_verdict: l10n.t('nobody has judged it'),
    thumbs_down_only: l10n.t('marked down, but not corrected'),
    below_min_score: l10n.t('scored below the threshold'),
    no_second_answer: l10n.t('no second answer to compare with'),
    all_scores_equal: l10n.t('all answers scored the same'),
    chosen_equals_rejected: l10n.t('the better answer equals the worse one'),
    score_on_the_fence: l10n.t('scored exactly on the threshold'),
    no_reward: l10n.t('nothing to reward it by'),
    duplicate_row: l10n.t('same question and answer as an earlier row'),
  };
}

function sources(): Readonly<Record<Provenance, string>> {
  return {
    human: l10n.t('judged by people here'),
    earlier_process: l10n.t('judged by an earlier process'),
    rule: l10n.t('scored by rules'),
    judge: l10n.t('scored by judges'),
    agent: l10n.t('judged by agents'),
  };
}

function warnings(): Readonly<Record<WarningCode, string>> {
  return {
    too_few_rows: l10n.t('too few rows'),
    no_holdout: l10n.t('nothing held out'),
    one_sided: l10n.t('one-sided'),
    identical_scores: l10n.t('all scores are the same'),
    one_reviewer: l10n.t('one reviewer'),
    unchecked: l10n.t('not checked by a person here'),
    stale_feedback: l10n.t('feedback on a replaced model'),
    mixed_models: l10n.t('several models'),
    length_bias: l10n.t('longer is winning'),
    near_duplicates: l10n.t('many questions are nearly the same'),
    one_prompt: l10n.t('one question dominates'),
    kept_too_much: l10n.t('the threshold keeps nearly everything'),
    kept_too_little: l10n.t('the threshold keeps next to nothing'),
    leaks_markers: l10n.t('redaction markers in the answers'),
    judge_not_measured: l10n.t('the judge was not measured'),
  };
}

function changes(): Readonly<Record<ChangeKind, string>> {
  return { in: l10n.t('came in'), out: l10n.t('went out'), changed: l10n.t('changed') };
}

function reasons(): Readonly<Record<ChangeReason, string>> {
  return {
    new_verdict: l10n.t('a verdict was given'),
    retracted: l10n.t('a verdict was taken back or restored'),
    new_score: l10n.t('a new score'),
    new_candidate: l10n.t('another answer came in'),
    new_trace: l10n.t('the conversation is new or went on'),
    tainted: l10n.t('marked as unfit for training'),
    relabelled: l10n.t('labels or attributes changed'),
    method_changed: l10n.t('another method'),
    slice_changed: l10n.t('another slice'),
    sample_changed: l10n.t('another sample'),
    sample_moved: l10n.t('the sample drew other traces'),
    threshold_changed: l10n.t('another threshold'),
    recipe_changed: l10n.t('another setting of the recipe'),
    holdout_changed: l10n.t('another holdout'),
    holdout_moved: l10n.t('the holdout fell on other tasks'),
    duplicate_moved: l10n.t('another conversation says the same'),
    other: l10n.t('for another reason'),
  };
}
