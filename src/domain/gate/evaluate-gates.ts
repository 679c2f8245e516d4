import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { spreadStandsIn } from './confirmation/confirmation.ts';
import { collectEvidence, type GateEvidence } from './evidence.ts';
import { policyFor } from './judged/judge-rules.ts';
import { type LookRun, lookRunOf } from './looks/look-run.ts';
import { testLooks } from './looks/test-looks.ts';
import { type GatePlan, planGates } from './plan.ts';
import type { Policy } from './policy.ts';
import { baselineFindings } from './rules/baseline.ts';
import { NOTHING_SAID, type RunContext, type Surroundings } from './surroundings.ts';
import { type GateResults, testGates } from './test-gates.ts';

/** The results of the gates for a run, before everything else is considered. */
export interface Evaluation {
  readonly run: LookRun;
  readonly evidence: GateEvidence;
  readonly plan: GatePlan;
  readonly gates: GateResults;
  /** The same gates on other evidence. */
  readonly reevaluate: (evidence: GateEvidence) => GateResults;
}

/** Plans all gates from policy and baseline, and tests them on the evidence of a comparison. */
export function evaluateGates(
  comparison: Comparison,
  written: Policy,
  candidate: ResultsFile,
  { confirmation, retests }: Pick<RunContext, 'confirmation' | 'retests'>,
  surroundings: Surroundings = NOTHING_SAID,
): Evaluation {
  const policy = policyFor(written, candidate);
  const run = lookRunOf(candidate);
  const evidence = collectEvidence(comparison, candidate);
  const plan = planGates(evidence.paired, policy, {
    looks: run.looks,
    reckons_with_spread: spreadStandsIn(confirmation),
    retests,
    carried: evidence.carried,
  });
  const serves = surroundings.serves_as_baseline && candidate.run.shard === undefined;
  const reevaluate = (some: GateEvidence): GateResults =>
    testGates(some, testLooks(some.paired, plan, run), plan, policy, baselineFindings(comparison, some.paired, serves));
  return { run, evidence, plan, gates: reevaluate(evidence), reevaluate };
}
