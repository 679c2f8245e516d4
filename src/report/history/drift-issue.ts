import { capitalise, percent, plural, shortSha } from '#common/words.ts';
import { driftWords } from '#gate/history/drift-words.ts';
import { type DriftFound, type HistoryRow, type PassedOf, passRateOf } from '#gate/history/history-row.ts';
import { sparkline } from '#gate/history/sparkline.ts';
import { inlineCode, plainLine } from '../escape.ts';
import { commit, link } from '../markdown/layout.ts';
import type { Report } from '../report.ts';

/** The issue about the drift of main. */
export interface DriftIssue {
  readonly title: string;
  /** GitHub Markdown, escaped. */
  readonly body: string;
  /** `opens`: the last run raised the alarm; else the issue only tells how it went on. */
  readonly does: 'opens' | 'updates';
}

/** What an issue says about the last alarm in main's history, and the scheduled runs since; `null` without one. */
export function driftIssue({ history, run }: Pick<Report, 'history' | 'run'>): DriftIssue | null {
  const place = history.findLastIndex(({ drift }) => drift !== null);
  const row = history[place];
  if (row === undefined || row.drift === null) return null;
  const nights = history.filter(({ event }) => event === 'schedule');
  const since = history.slice(place + 1).filter(({ event }) => event === 'schedule');
  const body = [
    `${capitalise(driftWords(row.drift))}, up to ${link(`the run of ${row.date.slice(0, 10)}`, row.run_url)} of ${commit(row.sha, run.repository_url) || 'an unknown commit'}.`,
    `${inlineCode(sparkline(nights.slice(-SHOWN_NIGHTS).map(passRateOf)))} pass rate of the last ${plural(Math.min(nights.length, SHOWN_NIGHTS), 'scheduled run')}, the newest on the right.`,
    casesTable(row.drift),
    ...servedModels(history, place),
    sinceThen(since),
    'This test raises a false alarm about once in two years of nightly runs. Either a merged change caused the drop, or the provider changed the model behind its name. Pull requests are now compared only with the runs since the alarm. Close this issue once you have dealt with it; another alarm opens a new one.',
  ];
  return {
    title: `Agent eval: main drifted in ${plainLine(run.name, 100)}`,
    body: `${body.filter((part) => part !== '').join('\n\n')}\n`,
    does: place === history.length - 1 ? 'opens' : 'updates',
  };
}

const SHOWN_NIGHTS = 20;

function casesTable({ cases }: DriftFound): string {
  if (cases.length === 0) return '';
  const rows = cases.map(({ id, before, now }) => `| ${inlineCode(id, 128)} | ${counts(before)} | ${counts(now)} |`);
  return ['| case that moved | before | since |', '|---|---|---|', ...rows].join('\n');
}

function counts([passed, scored]: PassedOf): string {
  return `${passed}/${scored} (${percent(passed / Math.max(1, scored))})`;
}

/** Models as served, if the provider changed them between the run before the fall and the alarm. */
function servedModels(history: readonly HistoryRow[], place: number): readonly string[] {
  const alarmed = history[place];
  const before = history.slice(0, place).findLast(({ models }) => models.length > 0);
  if (alarmed === undefined || before === undefined || alarmed.models.length === 0) return [];
  const [was, is] = [before.models.join(', '), alarmed.models.join(', ')];
  return was === is ? [] : [`The provider served ${inlineCode(was)} before and ${inlineCode(is)} in that run.`];
}

function sinceThen(since: readonly HistoryRow[]): string {
  if (since.length === 0) return '';
  const rates = since.slice(-SHOWN_NIGHTS).map((row) => {
    const rate = passRateOf(row);
    return `${rate === null ? 'no trial judged' : percent(rate)}${row.sha === null ? '' : ` at ${shortSha(row.sha)}`}`;
  });
  return `Scheduled runs since: ${rates.join(', ')}.`;
}
