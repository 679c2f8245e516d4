import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { SideDoubt } from '#domain/baseline/results/side-doubt.ts';
import { againFindings, failsByComparison, notTriedAgain, withoutChosen } from './again/again-findings.ts';
import type { Fresh } from './again/fresh.ts';
import { type TriedAgain, triedAgain } from './again/tried-again.ts';
import { withFresh } from './again/with-fresh.ts';
import { verdictOf } from './conclude.ts';
import { type Evaluation, evaluateGates } from './evaluate-gates.ts';
import type { GateEvidence } from './evidence.ts';
import type { Finding } from './finding.ts';
import { policyFor } from './judged/policy-for.ts';
import type { Policy } from './policy.ts';
import { mayHaveFailedBy, type TrialOrder, trialOrder } from './rules/dependent-trials.ts';
import { infrastructureFindings } from './rules/missing-trials.ts';
import { checkNeverFail, type NeverFailReading } from './rules/never-fail.ts';
import { NOTHING_SAID, type Surroundings } from './surroundings.ts';

/** The tests of a run: what its looks say, and what fresh trials of both sides do where those decide. */
export interface DecidedTests {
  /** The looks, with the numbers of fresh trials where a test was made again. */
  readonly evaluation: Evaluation;
  readonly zeroTolerance: NeverFailReading;
  /** What was tried again; `null`: nothing had to be, or stored trials of main decide. */
  readonly again: TriedAgain | null;
  /** What the order of trials says; if they depend on one another, that comes before the tests. */
  readonly order: TrialOrder;
  readonly findings: readonly Finding[];
}

/**
 * Decides every test against main. Where main's agent can be run, the looks only choose: what looks worse, or could not be closed, is tested on
 * fresh trials of both sides alone. Elsewhere stored trials of main decide, look by look.
 */
export function decideTests(
  comparison: Comparison,
  written: Policy,
  candidate: ResultsFile,
  fresh: Fresh,
  surroundings: Surroundings = NOTHING_SAID,
): DecidedTests {
  const policy = policyFor(written, candidate);
  const evaluation = evaluateGates(comparison, policy, candidate, surroundings);
  const { evidence, gates } = evaluation;
  const zeroTolerance = checkNeverFail(comparison, policy.never_fail);
  const order = trialOrder(candidate, comparison);
  const { looks_choose: looksChoose } = evaluation.plan;
  const verdictOn = (of: GateEvidence) => verdictOf((of === evidence ? gates : evaluation.reevaluate(of)).findings);
  const missing = infrastructureFindings(evidence, candidate.cases, looksChoose ? null : verdictOn);
  const isMoot = missing.length > 0 || mayHaveFailedBy(order.dependent);
  if (!looksChoose)
    return {
      evaluation,
      zeroTolerance,
      again: null,
      order,
      findings: [...(isMoot ? gates.findings.map(demoted) : gates.findings), ...missing],
    };

  const rest = withoutChosen(gates.findings);
  const again = isMoot ? null : triedAgain(evaluation, candidate, comparison, fresh);
  if (again === null) return { evaluation, zeroTolerance, again, order, findings: [...rest, ...missing] };
  const shown = fresh.kind === 'done' ? againFindings(again, fresh, policy.judge) : [];
  const problem = verdictOf(shown) === 'fail' ? null : problemOf(again, fresh);
  if (problem?.stored_decide === true) {
    const alone = storedFindings(comparison, policy, candidate, surroundings);
    const open = notTriedAgain(again, problem.reason, alone.length > 0);
    return { evaluation, zeroTolerance, again, order, findings: [...alone, ...rest, open] };
  }
  return {
    evaluation: { ...evaluation, gates: withFresh(gates, again) },
    zeroTolerance,
    again,
    order,
    findings: [
      ...(problem === null ? shown : shown.filter(({ outcome }) => outcome === 'note')),
      ...rest,
      ...(problem === null ? [] : [notTriedAgain(again, problem.reason, false)]),
    ],
  };
}

/** Why fresh trials that are not red don't decide, a sentence part; and whether main's stored trials then may make a test red. `null`: they do decide. */
function problemOf(
  { played }: TriedAgain,
  fresh: Fresh,
): { readonly reason: string | readonly SideDoubt[]; readonly stored_decide: boolean } | null {
  if (fresh.kind === 'unavailable') return { reason: fresh.reason, stored_decide: true };
  if (fresh.kind === 'none') return { reason: 'there are no fresh trials of both sides', stored_decide: true };
  if (fresh.doubts.length > 0) return { reason: fresh.doubts, stored_decide: true };
  return played.next === null ? null : { reason: fresh.ended ?? 'fresh trials are missing', stored_decide: false };
}

/** What is red where main's stored trials decide. */
function storedFindings(
  comparison: Comparison,
  policy: Policy,
  candidate: ResultsFile,
  surroundings: Surroundings,
): readonly Finding[] {
  return evaluateGates(comparison, policy, candidate, surroundings, false).gates.findings.filter(failsByComparison);
}

/** A finding of the tests if missing or dependent trials leave no verdict: still reported, but only as a note. */
function demoted(found: Finding): Finding {
  return found.outcome === 'fail' ? { ...found, outcome: 'note' } : found;
}
