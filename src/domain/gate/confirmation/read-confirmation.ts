import type { Comparison } from '#domain/baseline/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import type { ConfirmationDecision } from '../decision.ts';
import type { GateEvidence } from '../evidence.ts';
import { confirmTests } from './confirm-tests.ts';
import type { MainToday } from './confirmation.ts';
import type { TestReadings } from './failed-tests.ts';
import { freshTrials } from './fresh-trials.ts';
import { type RepeatedTest, stands } from './repeated-test.ts';

/** What fresh trials of main said of each red test. */
export interface Confirmation extends ConfirmationDecision {
  readonly tests: readonly RepeatedTest[];
}

/**
 * Reads the fresh trials of main.
 *
 * @param gates what the stored runs say
 * @param decided what `gates` was read on
 * @param candidate the results file of `decided`, with the top-ups
 * @param comparison of the candidate with the stored runs
 * @returns `null` when main was not asked or nothing that is red can be confirmed
 */
export function readConfirmation(
  gates: TestReadings,
  decided: Pick<GateEvidence, 'paired'>,
  candidate: ResultsFile,
  comparison: Comparison,
  today: MainToday,
): Confirmation | null {
  if (today.kind !== 'asked') return null;
  const tests = confirmTests(gates, decided, freshTrials(candidate, today.results, comparison));
  return tests.length === 0 ? null : { sha: today.results.commit.sha, tests, kept: tests.some(stands) };
}
