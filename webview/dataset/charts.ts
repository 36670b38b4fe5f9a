import { nothing } from 'lit';
import type { DatasetReport } from '../../core/dataset/report-schema';
import { day, number, t, time } from '../words';
import { chart, type Bin } from './chart';
import type { DatasetPanel, Report } from './panel';

type Distributions = NonNullable<DatasetReport['distributions']>;

/** How the rows spread over scores, lengths and time; nothing for reports of earlier versions, which do not say. */
export function charts(panel: DatasetPanel, { report, method }: Report): unknown {
  const { distributions } = report;
  if (!distributions) return nothing;
  return [scores(panel, distributions, method), lengths(panel, distributions), rowsOverTime(panel, distributions)];
}

function scores(panel: DatasetPanel, { scores = [] }: Distributions, method: Report['method']): unknown {
  const isPairs = method === 'dpo';
  return chart(panel, {
    title: t(isPairs ? 'chart.margins' : 'chart.scores'),
    axis: t(isPairs ? 'chart.margin' : 'chart.score'),
    series: [{ name: t('repository.rows'), tone: 'tone-main' }],
    bins: scores.map(({ from, rows }) => ({
      name: `${number(from)}–${number((from * 10 + 1) / 10)}`,
      counts: [rows],
      parts: [`score:${String(from)}`],
    })),
  });
}

function lengths(panel: DatasetPanel, { lengths: found }: Distributions): unknown {
  const isPairs = found.some(({ rejected }) => rejected !== undefined);
  const answer = { name: t(isPairs ? 'overview.chosen' : 'overview.answer'), tone: isPairs ? 'tone-good' : 'tone-main' };
  return chart(panel, {
    title: t('chart.lengths'),
    axis: t('chart.characters'),
    series: isPairs ? [answer, { name: t('overview.rejected'), tone: 'tone-bad' }] : [answer],
    bins: found.map(({ from, answer: learnt, rejected }) => ({
      name: from < 2 ? number(from) : `${number(from)}–${number(from * 2 - 1)}`,
      counts: isPairs ? [learnt, rejected ?? 0] : [learnt],
      parts: [`length:${String(from)}`, `rejected_length:${String(from)}`],
    })),
  });
}

const dayLength = 86_400_000;

function rowsOverTime(panel: DatasetPanel, { time: found }: Distributions): unknown {
  const bins = found.map(({ from, to, train, holdout }): Bin => {
    const part = `time:${from}/${to}`;
    return { name: spanName(from, to), counts: [train, holdout], parts: [part, part] };
  });
  const held = found.findIndex(({ holdout }) => holdout > 0);
  return chart(panel, {
    title: t('chart.time'),
    axis: t('chart.when'),
    series: [
      { name: t('overview.train'), tone: 'tone-main' },
      { name: t('overview.holdout'), tone: 'tone-second' },
    ],
    bins,
    stacked: true,
    ...(held < 0 ? {} : { mark: { bin: held, name: t('chart.holdout_line') } }),
  });
}

/** Bins of whole days are named by their first day, shorter ones by their first hour. Both lie in UTC. */
function spanName(from: string, to: string): string {
  return Date.parse(to) - Date.parse(from) >= dayLength ? day(from) : time(from);
}
