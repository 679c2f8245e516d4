import { shortSha } from '#common/words.ts';
import { conditionDifferences, treatmentChanges } from '#gate/baseline/pairing/differences.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import { servedOtherwise } from '#gate/baseline/pairing/served-judge.ts';
import { type PoolPair, pairWithPool } from '#gate/baseline/pool/pair-with-pool.ts';
import { poolRuns } from '#gate/baseline/pool/pool.ts';
import { type PooledCase, poolCases } from '#gate/baseline/pool/pool-cases.ts';
import type { LeanCase, LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Comparison, LeanComparedCase, LeanComparison, PooledRun } from './comparison.ts';

/**
 * Candidate against main, case by case. A case is comparable if both sides had equal conditions, its input and expectations are
 * equal, and each side has at least one judged trial that is evidence. Differences that a change is judged for (the treatment)
 * are named and never make a case incomparable.
 *
 * @param runs runs of main, nearest first: conditions and treatment are compared with those of the first, trials with those of
 * all that can be pooled with it; empty: there is nothing to compare with
 * @param whyNone why there are no runs, a sentence part
 * @param main the name of their branch
 */
export function compare(
  candidate: ResultsFile,
  runs: readonly ResultsFile[],
  whyNone?: string | null,
  main?: string,
): Comparison;
export function compare(candidate: LeanResults, runs: readonly LeanResults[]): LeanComparison;
export function compare(
  candidate: LeanResults,
  runs: readonly LeanResults[],
  whyNone: string | null = null,
  main = 'main',
): LeanComparison {
  const { runs: pool, left_out } = poolRuns(runs, candidate.created_at);
  const [nearest] = pool;
  const differences = nearest === undefined ? [] : conditionDifferences(candidate, nearest);
  const { unaffected, others } = apart(candidate, poolCases(pool));
  const pairs = pairWithPool(candidate.cases, others);
  const otherJudge = pool.flatMap((run) => servedOtherwise(candidate, run, main) ?? [])[0] ?? null;
  const [equalConditions, hasMain] = [differences.length === 0, nearest !== undefined];
  const sides = { equalConditions, hasMain, otherJudge, byRunner: candidate.agent.kind === 'suite', main };
  const noTrials = pool.map(() => []);
  return {
    has_baseline: nearest !== undefined,
    pool: pool.map(pooledRun),
    left_out,
    why_no_baseline: nearest === undefined ? whyNone : null,
    makes_baseline: candidate.run.side === 'baseline',
    condition_differences: differences,
    treatment_changes: nearest === undefined ? [] : treatmentChanges(candidate, nearest),
    ...(unaffected.length > 0 && {
      unaffected: unaffected.map(({ record, runs }) => ({
        id: record.id,
        status: 'unaffected',
        reason: `nothing it covers has changed since ${shortSha(candidate.unaffected?.since ?? '')}`,
        baseline_id: null,
        regraded: false,
        candidate: null,
        baseline: record,
        runs,
      })),
    }),
    cases: pairs.map((pair) => ({
      ...judge(pair, sides),
      candidate: pair.candidate && withinPlan(pair.candidate),
      baseline: pair.pooled?.record ?? null,
      runs: pair.pooled?.runs ?? noTrials,
      regraded: pair.candidate !== null && pair.pooled?.record.regrading?.problem === null,
    })),
  };
}

/** Cases of main that the candidate's run left out because the change can't reach them, and the others. */
function apart(
  { unaffected: left }: LeanResults,
  all: readonly PooledCase[],
): { readonly unaffected: readonly PooledCase[]; readonly others: readonly PooledCase[] } {
  const ids = new Set(left?.cases);
  // Runs that are farther away may have had another case under the same id.
  const unaffected = all.filter(({ record, nearest }) => nearest === 0 && ids.has(record.id));
  return { unaffected, others: all.filter(({ record }) => !ids.has(record.id)) };
}

/** Without the trials that only confirm a failure. */
function withinPlan(item: LeanCase): LeanCase {
  const planned = item.trials.filter(({ index }) => index <= item.planned_trials);
  return planned.length === item.trials.length ? item : { ...item, trials: planned };
}

function pooledRun({ commit, run, created_at, complete, accepts }: LeanResults): PooledRun {
  return { sha: commit.sha, run_id: run.id, created_at, complete, ...(accepts && { accepts: accepts.entries }) };
}

type Judgement = Pick<LeanComparedCase, 'id' | 'baseline_id' | 'status' | 'reason'>;

interface Sides {
  readonly equalConditions: boolean;
  readonly hasMain: boolean;
  /** Why verdicts of the judge can't be compared, a sentence part; `null`: they can. */
  readonly otherJudge: string | null;
  /** Its cases are what a runner of its own wrote. */
  readonly byRunner: boolean;
  readonly main: string;
}

function judge(
  { candidate, pooled }: PoolPair,
  { equalConditions, hasMain, otherJudge, byRunner, main }: Sides,
): Judgement {
  const baseline = pooled?.record ?? null;
  if (candidate === null) {
    const reason = byRunner ? 'its runner says nothing of it here' : 'it is no longer in the suite';
    return { id: baseline?.id ?? '', baseline_id: null, status: byRunner ? 'no_result' : 'removed', reason };
  }
  const { id } = candidate;
  if (baseline === null) {
    const reason = hasMain ? `${main} has no trials of it` : 'there is nothing to compare it with';
    return { id, baseline_id: null, status: 'new', reason };
  }
  const ids = { id, baseline_id: baseline.id === id ? null : baseline.id };
  if (candidate.input_hash !== baseline.input_hash) {
    return { ...ids, status: 'not_comparable', reason: `its input differs from the one that ${main} ran` };
  }
  if (!isSameCase(candidate, baseline)) {
    return { ...ids, status: 'changed', reason: demandChange(candidate, baseline) };
  }
  if (!equalConditions) return { ...ids, status: 'not_comparable', reason: 'the two runs had different conditions' };
  const isJudged = candidate.judge_key !== undefined && baseline.regrading === undefined;
  if (isJudged && otherJudge !== null) return { ...ids, status: 'not_comparable', reason: otherJudge };
  const lacking = lackOfEvidence(candidate, 'here') ?? lackOnMain(baseline, main);
  if (lacking !== null) return { ...ids, status: 'not_comparable', reason: lacking };
  return { ...ids, status: 'comparable', reason: null };
}

function demandChange(candidate: LeanCase, baseline: LeanCase): string {
  const change =
    candidate.expect_hash !== baseline.expect_hash
      ? 'its expectations changed'
      : candidate.judge_key !== baseline.judge_key
        ? 'another judge decides its criteria'
        : 'the files that its checks use changed';
  const problem = baseline.regrading?.problem ?? null;
  return problem === null ? change : `${change}, and ${problem}`;
}

/** Why main has no trials of a case: its trials could not be graded again. */
function lackOnMain(baseline: LeanCase, main: string): string | null {
  const lacking = lackOfEvidence(baseline, `on ${main}`);
  return lacking === null ? null : (baseline.regrading?.problem ?? lacking);
}

function lackOfEvidence({ trials }: LeanCase, where: string): string | null {
  const judged = trials.filter(({ outcome }) => outcome !== 'error');
  if (judged.some(({ source }) => source !== 'replayed')) return null;
  if (trials.length === 0) return `it has no trial ${where}`;
  return judged.length > 0
    ? `its trials ${where} are replayed answers, which are not evidence`
    : `none of its trials ${where} could be judged`;
}
