import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { fallsBelow } from '#domain/statistics/beyond.ts';
import { mcNemarExact } from '#domain/statistics/judge/mcnemar.ts';
import type { EpochChange } from './epoch-change.ts';

/** A p below this is a change, as for pass rates. */
const CHANGE_LEVEL = 0.01;

/**
 * Whether the judge grades labelled answers otherwise than in the last run of main that graded any (exact McNemar test on those that both
 * graded). A difference makes the run's verdicts those to compare with from now on, as every run is compared with the nearest one.
 *
 * @param before runs of main before it, nearest first
 */
export function canaryChange(
  { canary }: Pick<ResultsFile, 'canary'>,
  before: readonly Pick<ResultsFile, 'canary'>[],
): (EpochChange & { readonly kind: 'judge' }) | null {
  const known = before.find((run) => run.canary !== undefined)?.canary;
  if (canary === undefined || known === undefined) return null;
  const both = Object.keys(canary).filter((key) => Object.hasOwn(known, key));
  const lost = both.filter((key) => known[key] === 'met' && canary[key] === 'not_met').length;
  const gained = both.filter((key) => known[key] === 'not_met' && canary[key] === 'met').length;
  const p = mcNemarExact({ lost, gained });
  return fallsBelow(p, CHANGE_LEVEL) ? { kind: 'judge', lost, gained, graded: both.length, p } : null;
}
