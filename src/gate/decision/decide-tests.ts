import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import { againFindings, failsByComparison, findNotTriedAgain, withoutChosen } from './again/again-findings.ts';
import type { PlayedScope } from './again/play-stages.ts';
import { againNumbers, type TriedAgain } from './again/tried-again.ts';
import { type BehaviourReading, readBehaviour } from './behaviour/read-behaviour.ts';
import { evaluateGates, type GatedRun } from './evaluate-gates.ts';
import { verdictOf } from './rules/conclude.ts';
import { mayHaveFailedBy, type TrialOrder, trialOrder } from './rules/dependent-trials.ts';
import { identicalContentFindings, leavesNoVerdict, repeatedAnswerFindings } from './rules/identical-trials.ts';
import { infrastructureFindings } from './rules/missing-trials.ts';
import { checkNeverFail, type NeverFailReading } from './rules/never-fail.ts';
import type { GateResults } from './rules/test-gates.ts';
import type { CaseDecision, ScopeDecisions } from './terms/decision.ts';
import type { GateEvidence } from './terms/evidence.ts';
import type { Finding } from './terms/finding.ts';
import type { Fresh } from './terms/fresh.ts';
import { METRIC_NAMES } from './terms/metrics.ts';
import type { Policy } from './terms/policy.ts';
import { NOTHING_SAID, type Surroundings } from './terms/surroundings.ts';

/** The tests of a run: what its looks say, and what fresh trials of both sides do where those decide. */
export interface DecidedTests {
  /** The looks, with the numbers of fresh trials where a test was made again. */
  readonly evaluation: GatedRun;
  readonly zeroTolerance: NeverFailReading;
  /** What was tried again; `null`: nothing had to be, or stored trials of main decide. */
  readonly again: TriedAgain | null;
  /** What the order of trials says; if they depend on one another, that comes before the tests. */
  readonly order: TrialOrder;
  /** Trials that repeat an answer; if many do, that comes before the tests too. */
  readonly repeated: readonly Finding[];
  readonly behaviour: Pick<BehaviourReading, 'next'>;
  readonly findings: readonly Finding[];
}

/** The same before behaviour is compared. `is_moot`: missing, repeated or dependent trials leave no verdict. */
type MeansDecided = Omit<DecidedTests, 'behaviour'> & { readonly is_moot: boolean };

/**
 * Decides every test against main. Where main's agent can be run, the looks only choose: what looks worse, or could not be closed, is tested on
 * fresh trials of both sides alone. Elsewhere stored trials of main decide, look by look.
 */
export function decideTests(
  comparison: LeanComparison,
  policy: Policy,
  candidate: LeanResults,
  fresh: Fresh<LeanResults>,
  surroundings: Surroundings = NOTHING_SAID,
): DecidedTests {
  const { is_moot: isMoot, ...decided } = decideMeans(comparison, policy, candidate, fresh, surroundings);
  const { evaluation, findings } = decided;
  const is_moot = isMoot || verdictOf(findings) === 'fail';
  const behaviour = readBehaviour({ comparison, policy, candidate, fresh, evaluation, is_moot });
  return {
    ...decided,
    evaluation: { ...evaluation, accepts: [...evaluation.accepts, ...behaviour.accepts] },
    behaviour,
    findings: [...findings, ...behaviour.findings],
  };
}

/** Pass rates, recall, amounts and single cases. */
function decideMeans(
  comparison: LeanComparison,
  policy: Policy,
  candidate: LeanResults,
  fresh: Fresh<LeanResults>,
  surroundings: Surroundings,
): MeansDecided {
  const evaluation = evaluateGates(comparison, policy, candidate, surroundings);
  const { evidence, gates, plan } = evaluation;
  const zeroTolerance = checkNeverFail(comparison, policy.never_fail);
  const order = trialOrder(candidate, comparison);
  const verdictOn = (of: GateEvidence) => verdictOf((of === evidence ? gates : evaluation.reevaluate(of)).findings);
  // Before the gates: a mean may be open only because trials are missing, and what ended these is to be mended first.
  const missing = infrastructureFindings(evidence, candidate.cases, plan.looks_choose ? null : verdictOn);
  const answers = repeatedAnswerFindings(candidate, comparison);
  const repeated = [...answers, ...identicalContentFindings(candidate, comparison, null)];
  const isMoot = missing.length > 0 || repeated.some(leavesNoVerdict) || mayHaveFailedBy(order.dependent);
  const looked = { evaluation, zeroTolerance, again: null, order, repeated, is_moot: isMoot };
  if (!plan.looks_choose)
    return { ...looked, findings: [...missing, ...(isMoot ? gates.findings.map(demote) : gates.findings)] };

  const rest = withoutChosen(gates.findings);
  const again = isMoot ? null : againNumbers(evaluation, candidate, comparison, fresh);
  if (again === null) return { ...looked, findings: [...missing, ...rest] };
  const freshFindings = fresh.kind === 'done' ? againFindings(again, fresh, policy.judge) : [];
  const isRed = fresh.kind === 'done' && fresh.doubts.length === 0 && verdictOf(freshFindings) === 'fail';
  const kept = isRed ? identicalContentFindings(candidate, comparison, fresh.results).filter(leavesNoVerdict) : [];
  if (kept.length > 0) {
    const findings = [...kept, ...freshFindings.map(demote), ...rest];
    return { ...looked, ...freshly(evaluation, again), repeated: answers, is_moot: true, findings };
  }
  const isRedAlready = verdictOf(zeroTolerance.findings) === 'fail';
  const problem = verdictOf(freshFindings) === 'fail' ? null : problemOf(again, fresh, isRedAlready);
  if (problem === null) return { ...looked, ...freshly(evaluation, again), findings: [...freshFindings, ...rest] };
  if (problem.stored === null) {
    const notes = freshFindings.filter(({ outcome }) => outcome === 'note');
    const open = findNotTriedAgain(again, problem.reason, false);
    return { ...looked, ...freshly(evaluation, again), findings: [...notes, ...rest, open] };
  }
  const alone = evaluateGates(comparison, policy, candidate, surroundings, problem.stored).gates.findings;
  const red = alone.filter(failsByComparison);
  return { ...looked, again, findings: [...red, ...rest, findNotTriedAgain(again, problem.reason, red.length > 0)] };
}

/** The numbers of fresh trials in place of those of the looks. */
function freshly(evaluation: GatedRun, again: TriedAgain): Pick<DecidedTests, 'evaluation' | 'again'> {
  return { evaluation: { ...evaluation, gates: withFresh(evaluation.gates, again) }, again };
}

/**
 * Why fresh trials that are not red don't decide, a sentence part; and how main's stored trials may then make a test red, `null`: not at all.
 * Where they decide alone, the looks that chose spend as they come; next to fresh ones that are doubted, as if they had never chosen.
 *
 * @param isRedAlready a never-fail case failed: nothing else was tried again
 * @returns `null`: fresh trials do decide
 */
function problemOf(
  { played }: TriedAgain,
  fresh: Fresh<LeanResults>,
  isRedAlready: boolean,
): { readonly reason: string | readonly SideDoubt[]; readonly stored: 'in_place' | 'deciding' | null } | null {
  if (fresh.kind === 'unavailable') return { reason: fresh.reason, stored: 'in_place' };
  if (fresh.kind === 'none') {
    const reason = isRedAlready
      ? 'a never-fail case failed, which no further trial takes back'
      : 'there are no fresh trials of both sides';
    return { reason, stored: 'in_place' };
  }
  if (fresh.doubts.length > 0) return { reason: fresh.doubts, stored: 'deciding' };
  const reason = fresh.ended ?? 'fresh trials are missing';
  return played.next === null ? null : { reason, stored: played.stage === 0 ? 'in_place' : null };
}

/** A finding of the tests if missing, repeated or dependent trials leave no verdict: still reported, but only as a note. */
function demote(finding: Finding): Finding {
  return finding.outcome === 'fail' ? { ...finding, outcome: 'note' } : finding;
}

/** The results of the looks with those of fresh trials in place of what was tried again. */
function withFresh(gates: GateResults, { played }: TriedAgain): GateResults {
  const scope = (tag: string | null, tests: ScopeDecisions): ScopeDecisions => {
    const again = played.scopes.filter(({ name, result }) => name.tag === tag && result !== null);
    return { ...tests, ...Object.fromEntries(again.map((own) => [own.name.test, resultOf(own, tests)])) };
  };
  const cases = new Map(played.cases.map(({ decision }) => [decision.id, decision]));
  const caseOf = (decision: CaseDecision): CaseDecision => cases.get(decision.id) ?? decision;
  return {
    ...gates,
    suite: scope(null, gates.suite),
    tags: gates.tags.map(({ tag, tests }) => ({ tag, tests: scope(tag, tests) })),
    cases: gates.cases.map(caseOf),
  };
}

/**
 * A rise that was tried again in only some cases stays the rise of all cases in the looks; what the last stage leaves undecided
 * is open.
 */
function resultOf({ name, result, outcome }: PlayedScope, looked: ScopeDecisions): PlayedScope['result'] {
  if (result === null || !('risen_cases' in result)) return result;
  const metric = METRIC_NAMES.find((known) => known === name.test);
  const before = metric === undefined || name.rise?.only == null ? null : looked[metric];
  const { failed } = result;
  const decision = before === null ? result : { ...before, failed, total: { ...before.total, failed } };
  return { ...decision, open: outcome === 'open' };
}
