import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import { type Consistency, consistencyOf } from '#domain/metrics/consistency.ts';
import { mean } from '#domain/statistics/mean.ts';
import { percent, plural } from '#domain/words.ts';

/** How consistently tools are called; reported, never gated. */
export interface ConsistencySummary {
  /** Cases that are measured here, and on main too if there is a baseline. */
  readonly cases: number;
  /** Mean over them of the chance that two trials call the same tools in the same order. */
  readonly main: number | null;
  readonly here: number;
  /** Cases with more than one sequence on either side, those that became least alike first. */
  readonly rows: readonly ConsistencyRow[];
}

/** One case. */
export interface ConsistencyRow {
  readonly id: string;
  readonly main: Consistency | null;
  readonly here: Consistency;
}

/** The consistency of both sides; `null` if no case has two trials here whose calls are known. */
export function consistencySummary({ cases }: Comparison): ConsistencySummary | null {
  const measured = cases.flatMap(({ id, candidate, baseline }): readonly ConsistencyRow[] => {
    const here = candidate === null ? null : consistencyOf(candidate.trials);
    return here === null ? [] : [{ id, here, main: baseline === null ? null : consistencyOf(baseline.trials) }];
  });
  const both = measured.filter(({ main }) => main !== null);
  const counted = both.length > 0 ? both : measured;
  const here = mean(counted.map((row) => row.here.alike));
  if (here === null) return null;
  const rows = measured.filter((row) => row.here.distinct > 1 || (row.main?.distinct ?? 1) > 1);
  return {
    cases: counted.length,
    main: mean(both.flatMap(({ main }) => main?.alike ?? [])),
    here,
    rows: rows.toSorted((one, other) => fallOf(other) - fallOf(one) || (one.id < other.id ? -1 : 1)),
  };
}

function fallOf({ main, here }: ConsistencyRow): number {
  return (main?.alike ?? 1) - here.alike;
}

/** `3 sequences in 10 trials, the commonest in 60 %`. */
export function consistencyWords({ trials, distinct, commonest }: Consistency): string {
  const share = distinct === 1 ? '' : `, the commonest in ${percent(commonest)}`;
  return `${plural(distinct, 'sequence')} in ${plural(trials, 'trial')}${share}`;
}

/** The suite in a sentence. */
export function summaryWords({ cases, main, here }: ConsistencySummary): string {
  const beside = main === null ? '' : ` (main ${percent(main)})`;
  return `two trials of a case call the same tools in the same order with a chance of ${percent(here)}${beside}, the mean of ${plural(cases, 'case')}`;
}
