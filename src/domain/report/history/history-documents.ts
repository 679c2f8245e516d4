import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { passRateOf } from '#domain/history/history-row.ts';
import { historyText } from '#domain/history/join-histories.ts';
import { HISTORY_FILE } from '#domain/history/parse-history.ts';
import { percent } from '#domain/words.ts';
import type { Report } from '../report.ts';
import { type Badge, renderBadge } from './badge.ts';

/** What a run of main adds to its documents: the history that the next run continues, and badges. Redacted like the report. */
export function historyDocuments(
  { run }: Pick<ResultsFile, 'run'>,
  { history, audit }: Pick<Report, 'history' | 'audit'>,
): readonly (readonly [name: string, text: string])[] {
  const [last] = history.slice(-1);
  if (run.side !== 'baseline' || run.shard !== undefined || last === undefined) return [];
  return [
    [HISTORY_FILE, historyText(history)],
    ['badge.svg', renderBadge(passRateBadge(passRateOf(last)))],
    ...(audit === null ? [] : [['badge-false-alarms.svg', renderBadge(auditBadge(audit))] as const]),
  ];
}

function passRateBadge(rate: number | null): Badge {
  return { label: 'agent eval', value: rate === null ? 'unknown' : `${percent(rate)} pass`, tone: 'plain' };
}

function auditBadge({ red, comparisons, broken }: NonNullable<Report['audit']>): Badge {
  return { label: 'false alarms', value: `${red} of ${comparisons}`, tone: broken ? 'bad' : 'good' };
}
