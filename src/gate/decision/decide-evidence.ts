import { withJudge } from './judged/judge-findings.ts';
import type { LookRun } from './looks/look-run.ts';
import { testLooks } from './looks/test-looks.ts';
import { baselineFindingsOfNone } from './rules/baseline.ts';
import { verdictOf } from './rules/conclude.ts';
import type { PlainVerdict } from './rules/missing-trials.ts';
import { type GatePlan, type PlanOptions, planGates } from './rules/plan.ts';
import { type GateResults, testGates } from './rules/test-gates.ts';
import type { GateEvidence, PairedCase } from './terms/evidence.ts';
import type { Finding } from './terms/finding.ts';
import type { AuditNumbers } from './terms/judge-numbers.ts';
import type { Policy } from './terms/policy.ts';
import { withTrials } from './terms/trials-at.ts';

/** A verdict on evidence alone, and what it needed. */
export interface EvidenceVerdict {
  readonly verdict: PlainVerdict;
  /** All that it was concluded from. */
  readonly findings: readonly Finding[];
  /** What a second judge's grades say; `null`: there are too few, or none. */
  readonly audit: AuditNumbers | null;
  readonly plan: GatePlan;
  readonly gates: GateResults;
  /** The evidence that the looks used. */
  readonly used: GateEvidence;
  /** Trials of the candidate that the looks used, over all comparable cases. */
  readonly trials: number;
}

/**
 * The gates on evidence that need not come from a run: every case may have more trials than the looks use. What a run adds
 * (missing trials, zero tolerance, its circumstances) is left out.
 */
export function decideEvidence(
  evidence: GateEvidence,
  policy: Policy,
  run: LookRun,
  options: Partial<Pick<PlanOptions, 'looks_for' | 'again' | 'reckons_with_days'>> = {},
): EvidenceVerdict {
  const { paired, unaffected } = evidence;
  return decideByPlan(evidence, policy, run, planGates(paired, policy, { looks: run.looks, unaffected, ...options }));
}

/** The same by a plan that is known: candidates that are compared with the same trials of main share it. */
export function decideByPlan(evidence: GateEvidence, policy: Policy, run: LookRun, plan: GatePlan): EvidenceVerdict {
  const looks = testLooks(evidence.paired, plan, run);
  const asFixed = <Item extends Pick<PairedCase, 'id' | 'fixed' | 'trials'>>(item: Item): Item => {
    const most = looks.reached.get(item.id);
    if (item.fixed || most === undefined) return item;
    return withTrials(item, most);
  };
  const paired = evidence.paired.map(asFixed);
  const alone = evidence.candidate === evidence.paired;
  const used = { ...evidence, candidate: alone ? paired : evidence.candidate.map(asFixed), paired };
  const gates = testGates(used, looks, plan, policy, baselineFindingsOfNone(used.paired));
  const { findings, audit } = withJudge(gates.findings, { evidence: used, plan, gates, policy });
  return {
    verdict: verdictOf(findings),
    findings,
    audit,
    plan,
    gates,
    used,
    trials: used.paired.reduce((sum, { trials }) => sum + trials.length, 0),
  };
}
