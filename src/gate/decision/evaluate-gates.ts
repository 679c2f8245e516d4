import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { nothingElseFinding } from './accepts/accept-findings.ts';
import { type SettledAccept, settleAccepts } from './accepts/settle-accepts.ts';
import { type LookRun, lookRunOf } from './looks/look-run.ts';
import { testLooks } from './looks/test-looks.ts';
import { baselineFindings } from './rules/baseline.ts';
import { type GatePlan, planGates } from './rules/plan.ts';
import { type GateResults, testGates } from './rules/test-gates.ts';
import { collectEvidence } from './terms/collect-evidence.ts';
import { comparableCases, type GateEvidence } from './terms/evidence.ts';
import type { Finding } from './terms/finding.ts';
import type { LooksFor } from './terms/look-boundaries.ts';
import type { Policy } from './terms/policy.ts';
import { NOTHING_SAID, type Surroundings } from './terms/surroundings.ts';

/** The results of the gates for a run, before everything else is considered. */
export interface GatedRun {
  readonly run: LookRun;
  /** Without the cases that are accepted: they take no part in the tests, only in floors. */
  readonly evidence: GateEvidence;
  readonly plan: GatePlan;
  readonly gates: GateResults;
  /** The same gates on other evidence. */
  readonly reevaluate: (evidence: GateEvidence) => GateResults;
  /** What the change accepts and main has in quarantine, and what became of it. */
  readonly accepts: readonly SettledAccept[];
}

/** Plans all gates from policy and baseline, and tests them on the evidence of a comparison. */
export function evaluateGates(
  comparison: LeanComparison,
  policy: Policy,
  candidate: LeanResults,
  surroundings: Surroundings = NOTHING_SAID,
  looks_for: LooksFor = candidate.again === undefined ? 'deciding' : 'choosing',
): GatedRun {
  const run = lookRunOf(candidate);
  const whole = collectEvidence(comparison, candidate);
  const serves = surroundings.serves_as_baseline && candidate.run.shard === undefined;
  const test = (evidence: GateEvidence, rules: Policy): Omit<GatedRun, 'accepts'> => {
    const { paired, unaffected } = evidence;
    const plan = planGates(paired, rules, {
      looks: run.looks,
      looks_for,
      again: candidate.again,
      reckons_with_days: true,
      unaffected,
    });
    const left = new Set(paired.map(({ id }) => id));
    const accepted = whole.paired.filter(({ id }) => !left.has(id));
    const otherFindings = (some: GateEvidence): readonly Finding[] => [
      ...baselineFindings(comparison, [...some.paired, ...accepted], serves),
      ...(accepted.length > 0 && comparableCases(some.paired).length === 0 ? [nothingElseFinding()] : []),
    ];
    const reevaluate = (some: GateEvidence): GateResults =>
      testGates(some, testLooks(some.paired, plan, run), plan, rules, otherFindings(some));
    return { run, evidence, plan, gates: reevaluate(evidence), reevaluate };
  };
  const { tested, accepts } = settleAccepts(comparison, policy, candidate, whole, test);
  return { ...tested, accepts };
}
