import type { Comparison } from '#domain/baseline/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { type MainToday, standsIn } from './confirmation/confirmation.ts';
import { type GateEvidence, readEvidence } from './evidence.ts';
import { type LookRun, lookRunOf } from './looks/look-run.ts';
import { readLooks } from './looks/test-looks.ts';
import { type GatePlan, planGates } from './plan.ts';
import type { Policy } from './policy.ts';
import { baselineFindings } from './rules/baseline.ts';
import { NOTHING_SAID, type Surroundings } from './surroundings.ts';
import { type GateReading, readGates } from './test-gates.ts';

/** What the gates say of a run, before anything else about it is thought of. */
export interface Weighed {
  readonly run: LookRun;
  readonly evidence: GateEvidence;
  readonly plan: GatePlan;
  readonly gates: GateReading;
  /** The same gates on other evidence. */
  readonly reread: (evidence: GateEvidence) => GateReading;
}

/** Plans all gates from policy and baseline, and reads them on the evidence of a comparison. */
export function weigh(
  comparison: Comparison,
  policy: Policy,
  candidate: ResultsFile,
  today: MainToday,
  surroundings: Surroundings = NOTHING_SAID,
): Weighed {
  const run = lookRunOf(candidate);
  const evidence = readEvidence(comparison, candidate);
  const plan = planGates(evidence.paired, policy, { looks: run.looks, reckons_with_spread: standsIn(today) });
  const serves = surroundings.serves_as_baseline && candidate.run.shard === undefined;
  const reread = (some: GateEvidence): GateReading =>
    readGates(some, readLooks(some.paired, plan, run), plan, policy, baselineFindings(comparison, some.paired, serves));
  return { run, evidence, plan, gates: reread(evidence), reread };
}
