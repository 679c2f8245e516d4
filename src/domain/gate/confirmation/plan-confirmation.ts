import { compareIds } from '#domain/baseline/pairing/pair-cases.ts';
import type { GateEvidence } from '../evidence.ts';
import { failedTests, type TestResults } from './failed-tests.ts';
import { CONFIRMATION_TRIALS } from './repetition.ts';

/** The trials that tell whether a failure is one of the change or of main as it is today. Both maps are sorted by id. */
export interface ConfirmationPlan {
  /** Fresh trials of main, by the candidate's case id. */
  readonly base: ReadonlyMap<string, number>;
  /** Trials that broken cases are topped up to on the candidate's side, in all; only those that have fewer. */
  readonly top_up: ReadonlyMap<string, number>;
}

/**
 * Plans the confirmation of a red reading. Main runs every case that a red test was read on. A broken case is topped up as well, also one that
 * names its own number of trials; trials that ended in errors are not replaced.
 *
 * @param evidence what `gates` was read on
 * @returns `null` when nothing that is red can be confirmed
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
