import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { ConfirmationDecision } from '../decision.ts';
import type { GateEvidence } from '../evidence.ts';
import type { Confirmation } from './confirmation.ts';
import { failedTests, type TestResults } from './failed-tests.ts';
import { freshTrials } from './fresh-trials.ts';
import { type RepeatedTest, stands } from './repeated-test.ts';
import type { FreshTrials } from './repetition.ts';

/** The result of fresh trials of main for each red test. */
export interface RepeatedTests extends ConfirmationDecision {
  readonly tests: readonly RepeatedTest[];
}

/**
 * Repeats red tests against fresh trials of main.
 *
 * @param gates results against the stored runs
 * @param decided the evidence for `gates`
 * @param candidate the results file of `decided`, with the top-ups
 * @param comparison of the candidate with the stored runs
 * @returns `null` if main was not run again or no red test can be confirmed
 */
export function confirmFailures(
  gates: TestResults,
  decided: Pick<GateEvidence, 'paired'>,
  candidate: ResultsFile,
  comparison: Comparison,
  confirmation: Confirmation,
): RepeatedTests | null {
  if (confirmation.kind !== 'done') return null;
  const { results } = confirmation;
  const tests = repeatTests(gates, decided, freshTrials(candidate, results, comparison));
  return tests.length === 0 ? null : { sha: results.commit.sha, tests, kept: tests.some(stands) };
}

/**
 * Repeats every red test with only fresh trials of main in place of the stored runs: the candidate's trials stay those of the
 * decision, and only a broken case adds its top-ups. With method statistical a test holds if its own p is at most .05; with
 * method threshold if the same plain comparison is beyond its limit again.
 *
 * A failure is not withdrawn for lack of trials: if the missing ones could keep the test red, had they all gone against the
 * candidate, it counts as not repeated.
 */
export function repeatTests(
  gates: TestResults,
  decided: Pick<GateEvidence, 'paired'>,
  fresh: FreshTrials,
): readonly RepeatedTest[] {
  return failedTests(gates, decided).map(({ gate, tag, id, repeat }) => ({
    gate,
    tag,
    cases: id === null ? [] : [id],
    ...repeat(fresh),
  }));
}
