import { caseMinP } from '#statistics/counts/min-p.ts';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';
import { mean } from '#statistics/mean.ts';
import { type CusumState, startCusum } from '#statistics/sequential/cusum.ts';
import { fallScore } from '#statistics/sequential/fall-score.ts';
import type { DriftFound, HistoryRow, PassedOf } from './history-row.ts';

/** The state of the watch for slow falls after the last row. */
export interface DriftWatch extends CusumState {
  /** Scheduled runs since it started over. */
  readonly nights: number;
  /** `null` without an alarm in the last row. */
  readonly drift: DriftFound | null;
}

/**
 * Watches the pass rate of main's scheduled runs. Each is compared with all those before it, case by case, and a cumulative sum
 * of how far it lies below them raises the alarm. The watch starts over after an alarm, and with a run whose settings changed or
 * whose pass rate rose at once; a sudden fall does not end it, or it would hide the fall. A case whose content changed is
 * compared afresh from there.
 *
 * @param rows oldest first; the run in question last
 */
export function watchDrift(rows: readonly HistoryRow[]): DriftWatch {
  const stretch = sinceRestart(rows);
  const nights = stretch.filter(({ event }) => event === 'schedule');
  const earlier = new Map<string, PassedOf>();
  const next = startCusum(true);
  let state: CusumState = { sum: 0, risen: 0, alarm: false };
  for (const row of stretch) {
    for (const id of row.anew) earlier.delete(id);
    if (row.event !== 'schedule') continue;
    state = next(fallScore(countsOf(row, earlier).map(({ counts }) => counts)));
    addTo(earlier, row);
  }
  const isNew = state.alarm && stretch.at(-1)?.event === 'schedule';
  return { ...state, nights: nights.length, drift: isNew ? fallOver(stretch, state.risen) : null };
}

/** The rows since the watch last began; an alarm and a rise belong to what follows them. */
function sinceRestart(rows: readonly HistoryRow[]): readonly HistoryRow[] {
  const start = rows.findLastIndex(({ began }) => began !== null && began !== 'worse');
  return rows.slice(Math.max(0, start));
}

interface CountedCase {
  readonly id: string;
  readonly counts: PairedCounts;
}

/** Cases with trials in a row and before it. */
function countsOf(now: Pick<HistoryRow, 'cases'>, earlier: ReadonlyMap<string, PassedOf>): readonly CountedCase[] {
  return Object.entries(now.cases).flatMap(([id, [a, n]]): CountedCase[] => {
    const [b, m] = earlier.get(id) ?? [0, 0];
    return n === 0 || m === 0 ? [] : [{ id, counts: { a, n, b, m } }];
  });
}

function addTo(sums: Map<string, PassedOf>, { cases }: Pick<HistoryRow, 'cases'>): void {
  for (const [id, [passed, scored]] of Object.entries(cases)) {
    const [b, m] = sums.get(id) ?? [0, 0];
    sums.set(id, [b + passed, m + scored]);
  }
}

/** Which cases fell in the last scheduled runs, compared with those before. */
function fallOver(stretch: readonly HistoryRow[], nights: number): DriftFound {
  const scheduled = stretch.filter(({ event }) => event === 'schedule');
  const first = scheduled.at(-nights);
  const [before, since] = [new Map<string, PassedOf>(), new Map<string, PassedOf>()];
  let isSince = false;
  for (const row of stretch) {
    isSince ||= row === first;
    for (const id of row.anew) for (const sums of [before, since]) sums.delete(id);
    if (row.event === 'schedule') addTo(isSince ? since : before, row);
  }
  const both = countsOf({ cases: Object.fromEntries(since) }, before);
  return {
    before: mean(both.map(({ counts: { b, m } }) => b / m)) ?? 0,
    now: mean(both.map(({ counts: { a, n } }) => a / n)) ?? 0,
    nights,
    cases: movedOf(both),
  };
}

/** Most cases that an alarm lists. */
const MOST_MOVED = 20;
const FEW = 3;

/** Those that fell beyond chance, furthest first; if none did by itself, the few that fell furthest. */
function movedOf(cases: readonly CountedCase[]): DriftFound['cases'] {
  const p = caseMinP(cases.map(({ counts }) => counts));
  const fallen = cases
    .map(({ id, counts: { a, n, b, m } }, index) => ({
      case: { id, before: [b, m], now: [a, n] } as const,
      fall: b / m - a / n,
      beyondChance: (p[index]?.pAdjusted ?? 1) < 0.05,
    }))
    .filter(({ fall }) => fall > 0)
    .sort((left, right) => right.fall - left.fall);
  const beyond = fallen.filter(({ beyondChance }) => beyondChance);
  const listed = beyond.length > 0 ? beyond.slice(0, MOST_MOVED) : fallen.slice(0, FEW);
  return listed.map((item) => item.case);
}
