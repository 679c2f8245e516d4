import { compareIds } from '#domain/baseline/pairing/pair-cases.ts';
import type { GateEvidence } from '../evidence.ts';
import { failedTests, type TestResults } from './failed-tests.ts';
import { CONFIRMATION_TRIALS } from './repetition.ts';

/** The trials that show whether a failure comes from the change or from main as it is today. Both maps are sorted by id. */
export interface ConfirmationPlan {
  /** Fresh trials of main, by the candidate's case id. */
  readonly base: ReadonlyMap<string, number>;
  /** Total number of trials of broken cases on the candidate's side; only those that have fewer. */
  readonly top_up: ReadonlyMap<string, number>;
  /** Trials of the candidate up to this index are those of its looks, run or not; absent: those that it planned. */
  readonly after?: number;
}

/**
 * Plans the confirmation of a red result. Main runs every case of a red test. A broken case gets further trials too, even if it
 * sets its own number; trials that ended in errors are not replaced.
 *
 * @param evidence of `gates`
 * @returns `null` if no red test can be confirmed
 */
export function planConfirmation(gates: TestResults, evidence: GateEvidence): ConfirmationPlan | null {
  const failed = failedTests(gates, evidence);
  if (failed.length === 0) return null;
  const broken = failed.filter(({ gate }) => gate === 'case').flatMap(({ cases }) => cases);
  return {
    base: toConfirm(failed.flatMap(({ cases }) => cases)),
    top_up: toConfirm(broken.filter(({ scheduled }) => scheduled < CONFIRMATION_TRIALS)),
  };
}

function toConfirm(cases: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  const ids = [...new Set(cases.map(({ id }) => id))].sort(compareIds);
  return new Map(ids.map((id) => [id, CONFIRMATION_TRIALS]));
}
