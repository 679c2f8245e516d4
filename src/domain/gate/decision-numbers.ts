import { thresholdFalseAlarm } from '#domain/statistics/threshold-false-alarm.ts';
import type { DecisionNumbers } from './decision.ts';
import { detectableCase } from './detectable.ts';
import { comparableCases, type GateEvidence, meanPassRate, plannedCountsOf } from './gate-evidence.ts';
import type { GatePlan } from './gate-plan.ts';
import type { GateReading } from './gate-reading.ts';
import { countMissing } from './infrastructure.ts';
import type { NeverFailReading } from './never-fail.ts';
import type { Policy } from './policy.ts';
import { detectableAt } from './rule-out.ts';
import { passRates } from './scope-findings.ts';

/** All numbers behind a decision, in the order in which they are written. */
export function decisionNumbers(parts: {
  readonly evidence: GateEvidence;
  readonly plan: GatePlan;
  readonly gates: GateReading;
  readonly zeroTolerance: NeverFailReading;
  readonly policy: Policy;
  /** Trials per case of the last look. */
  readonly trials: number;
}): DecisionNumbers {
  const { evidence, plan, gates, policy } = parts;
  const { paired } = evidence;
  const rates = passRates(paired);
  return {
    method: policy.method,
    confidence: policy.confidence,
    alpha: plan.alpha,
    trials: parts.trials,
    comparable_cases: comparableCases(paired).length,
    pass_rate: {
      candidate: rates.candidate ?? meanPassRate(evidence.candidate.map(({ trials }) => trials)),
      baseline: rates.baseline,
      suite: gates.suite.pass_rate,
      cases: gates.cases,
    },
    tool_recall: gates.suite.tool_recall,
    total_tokens: gates.suite.total_tokens,
    cost_usd: gates.suite.cost_usd,
    latency_ms: gates.suite.latency_ms,
    tags: Object.fromEntries(gates.tags.map(({ tag, reading }) => [tag, reading])),
    floors: gates.floors,
    never_fail: parts.zeroTolerance.entries,
    infrastructure: countMissing(evidence.candidate),
    detectable_drop: detectableAt(paired, plan.alpha.suite ?? 0),
    detectable_case: detectableCase(paired, plan.case_boundary),
    trials_needed: gates.trials_needed,
    threshold_false_alarm_rate: policy.method === 'threshold' ? falseAlarmRate(parts) : null,
  };
}

function falseAlarmRate({
  evidence,
  policy,
}: {
  readonly evidence: GateEvidence;
  readonly policy: Policy;
}): number | null {
  const { max_drop: tolerated } = policy.pass_rate;
  return tolerated === null
    ? null
    : (thresholdFalseAlarm(evidence.paired.map(plannedCountsOf), tolerated)?.rate ?? null);
}
