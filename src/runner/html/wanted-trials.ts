import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { Report } from '#report/report.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** Ids of the trajectories that a report shows. */
export interface WantedTrials {
  readonly here: ReadonlySet<string>;
  /** For each run of the comparison's pool. */
  readonly main: readonly ReadonlySet<string>[];
}

/**
 * The trials of the cases that are listed first, in a number that fits into memory and into one file: here failed ones before
 * passed ones, which is what people look for, and of main passed ones before failed ones, which they are put next to.
 */
export function wantedTrials({ cases }: Pick<Report, 'cases'>, comparison: Comparison): WantedTrials {
  const compared = new Map(comparison.cases.map((item) => [item.id, item]));
  const rows = cases.flatMap(({ id }) => compared.get(id) ?? []);
  return {
    here: first(
      rows.map(({ candidate }) => candidate?.trials ?? []),
      'failed',
    ),
    main: comparison.pool.map((_, run) =>
      first(
        rows.map(({ runs }) => runs[run] ?? []),
        'passed',
      ),
    ),
  };
}

function first(cases: readonly (readonly TrialRecord[])[], before: 'passed' | 'failed'): ReadonlySet<string> {
  const rank = ({ outcome }: TrialRecord): number => ((outcome === 'passed') === (before === 'passed') ? 0 : 1);
  const ids = cases.flatMap((trials) =>
    trials.toSorted((left, right) => rank(left) - rank(right)).flatMap(({ trajectory }) => trajectory ?? []),
  );
  return new Set(ids.slice(0, MOST_TRIALS));
}

/** Of one run; more would not fit into the file. */
const MOST_TRIALS = 2000;
