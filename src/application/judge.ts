import { baseSideFindings, type JudgedSuite } from '#domain/base-rules/base-side-findings.ts';
import { changedCaseFiles, NO_CASES } from '#domain/base-rules/cases-of-main.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { compareWithMain } from '#domain/baseline/comparison/compare-with-main.ts';
import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { type Conclusion, concludeWith } from '#domain/gate/conclude.ts';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import { confirmationNeeded, retestNeeded } from '#domain/gate/confirmation/confirmation-needed.ts';
import type { ConfirmationPlan } from '#domain/gate/confirmation/plan-confirmation.ts';
import { decide } from '#domain/gate/decide.ts';
import type { Findings } from '#domain/gate/finding.ts';
import type { Policy } from '#domain/gate/policy.ts';
import { selfCheck } from '#domain/gate/rules/self-check.ts';
import type { Surroundings } from '#domain/gate/surroundings.ts';
import { auditOf } from '#domain/history/audit.ts';
import { type KnownHistory, knownHistory } from '#domain/history/known-history.ts';
import { dollars, plural } from '#domain/words.ts';
import type { BaseSide } from './base-side/read-base-side.ts';
import { casesForRules } from './base-side/read-cases-of-main.ts';

/** The rules for judging results. */
export interface Rules {
  readonly gate: Policy;
  /** `null`: unknown, and nothing is reported about it. */
  readonly base: BaseSide<JudgedSuite> | null;
  /** The kind of run, as the caller knows it: the results of a fork can claim anything. */
  readonly run: Pick<ResultsFile['run'], 'side' | 'shard'>;
  readonly context?: Partial<Surroundings & Pick<Findings, 'remark'>>;
  /** Cases that look worse can be tried again on both sides; known before the first trial. */
  readonly retests?: boolean;
}

/** Repeats a failure on main as it is today. `null`: nothing was repeated, and the failure stands. */
export type Confirm = (failure: Failure) => Promise<Confirmed | null>;

/** A failure that fresh trials of main may withdraw. */
interface Failure {
  readonly plan: ConfirmationPlan;
  readonly results: ResultsFile;
  /** Whether it no longer stands after them. */
  readonly takenBack: (by: Pick<Confirmed, 'confirmation' | 'results'>) => boolean;
}

/** The result of repeating it on main. */
interface Confirmed {
  readonly confirmation: Confirmation;
  /** The results, with the trials that were added. */
  readonly results: ResultsFile;
  /** Notes on it, a sentence each. */
  readonly notes: readonly string[];
}

/** A verdict and what it was made of. */
export interface Judgement {
  readonly decision: Conclusion;
  readonly comparison: Comparison;
  /** With the trials that the confirmation added. */
  readonly results: ResultsFile;
  /** Fresh trials of the base commit; `null`: none were needed or possible. */
  readonly confirmation: ResultsFile | null;
  /** The history that came with main's runs. */
  readonly history: KnownHistory;
  readonly notes: readonly string[];
}

/**
 * The only way to judge results: compares them, applies what the base commit says, and decides; if the verdict is red only by
 * comparison with stored runs, or a case looks worse, it asks main as it is today.
 *
 * @param lookup main's runs, graded like the candidate's
 * @param confirm `null`: the spread between main's runs replaces fresh trials of main
 */
export async function judge(
  results: ResultsFile,
  lookup: BaselineLookup,
  { gate, base, run, context, retests = false }: Rules,
  confirm: Confirm | null,
): Promise<Judgement> {
  const comparison = compareWithMain(results, lookup, run);
  const changed = changedCaseFiles(comparison);
  const cases = base === null ? NO_CASES : await casesForRules(base.policy, base.unrun, changed);
  const found = base && baseSideFindings({ results, lookup, comparison, base, cases, run });
  const decided = (of: Pick<Confirmed, 'confirmation' | 'results'>): Conclusion =>
    decide(comparison, gate, of.results, { ...context, ...found, retests, confirmation: of.confirmation });

  const decision = decided({ results, confirmation: { kind: confirm === null ? 'off' : 'pending' } });
  const history = knownHistory(lookup, results.created_at);
  const audit = auditOf(history.rows, 1 - gate.confidence);
  const checked = (of: Conclusion): Conclusion => concludeWith(of, selfCheck(of, gate, audit));
  const first: Judgement = {
    decision: checked(decision),
    comparison,
    results,
    confirmation: null,
    history,
    notes: [],
  };
  // Fresh trials settle nothing between trials that depend on one another.
  const isMoot = decision.reasons.some(({ code }) => code === 'dependent_trials');
  if (confirm === null || isMoot) return first;
  const isRed = decision.verdict === 'fail';
  const plan = isRed
    ? confirmationNeeded(comparison, gate, results, retests)
    : retests && decision.verdict !== 'error'
      ? retestNeeded(comparison, gate, results)
      : null;
  if (plan === null) return first;
  const asked = await confirm({ plan, results, takenBack: (by) => decided(by).verdict !== 'fail' });
  if (asked === null) return first;
  const confirmed = isRed ? asked : { ...asked, confirmation: ofRetest(asked.confirmation) };

  const { confirmation, notes } = confirmed;
  const fresh = confirmation.kind === 'done' ? confirmation.results : null;
  return {
    decision: checked(decided(confirmed)),
    comparison,
    results: confirmed.results,
    confirmation: fresh,
    history,
    notes: fresh === null ? notes : [...notes, priceOf(fresh)],
  };
}

/** Nothing was red, so that nothing has to stand in for main where it could not be run. */
function ofRetest(confirmation: Confirmation): Confirmation {
  return confirmation.kind === 'unavailable' ? { kind: 'void', reason: confirmation.reason } : confirmation;
}

/** The part of a run's price that its headline does not count. */
function priceOf({ cases }: ResultsFile): string {
  const trials = cases.flatMap((item) => item.trials);
  const known = trials.flatMap(({ usage }) => usage.cost_usd ?? []);
  const cost = known.length === 0 ? '' : `, ${dollars(known.reduce((sum, one) => sum + one, 0))}`;
  return `confirming took ${plural(trials.length, 'trial')} of the base commit${cost}`;
}
