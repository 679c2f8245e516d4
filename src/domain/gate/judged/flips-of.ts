import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import { groupBy } from '#domain/group-by.ts';
import type { JudgedCriterion } from '#domain/judge/judged.ts';
import { judgeShare, voteVariance } from '#domain/statistics/judge/flips.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { listed, wholePercent } from '#domain/words.ts';
import { type Finding, finding } from '../finding.ts';

/** A case with fewer judged trials, on both sides together, says nothing of whose its flips are. */
const FEWEST = 5;

/** Cases that vary most are told, of which the judge makes at least this share. */
const WORTH_TELLING = 0.25;

/** Whose flips: the share of each case's variance that is its judge's, for compared cases whose verdicts vary; over its criteria together. */
export function flipsOf({ cases }: Comparison): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const { candidate, baseline, runs } of cases) {
    if (candidate === null || baseline === null) continue;
    const share = shareOf([...candidate.trials, ...runs.flat()]);
    if (share !== null) shares.set(candidate.id, share);
  }
  return shares;
}

function shareOf(trials: readonly TrialRecord[]): number | null {
  const places = groupBy(
    trials.flatMap(({ judged = [] }) => judged.filter(isFresh)),
    ({ criterion, turn }) => JSON.stringify([criterion, turn ?? null]),
  );
  const variances = [...places.values()].flatMap((said) => {
    const votes = said.map(({ votes: cast, met_votes: met, verdict }) => ({
      votes: cast,
      met,
      passed: verdict === 'met',
    }));
    return votes.length < FEWEST ? [] : (voteVariance(votes) ?? []);
  });
  return judgeShare(variances);
}

/** A remembered verdict is no further vote. */
function isFresh({ verdict, cached }: JudgedCriterion): boolean {
  return !cached && (verdict === 'met' || verdict === 'not_met');
}

/** A note on the cases of which the judge makes the most. */
export function flipFindings(shares: ReadonlyMap<string, number>): readonly Finding[] {
  const told = [...shares]
    .filter(([, share]) => share >= WORTH_TELLING)
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  if (told.length === 0) return [];
  const items = told.map(([id, share]) => `${wholePercent(share)} of the variance of ${id} is the judge's`);
  const about = { outcome: 'note', gate: 'case', code: 'judge_flips', cases: told.map(([id]) => id) } as const;
  return [finding(about, `whose flips: ${listed(items, 3, '; ')}`)];
}
