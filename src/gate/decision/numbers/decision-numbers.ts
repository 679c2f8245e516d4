import { thresholdFalseAlarm } from '#statistics/counts/threshold-false-alarm.ts';
import { lowerMedian } from '#statistics/quantile.ts';
import type { SettledAccept } from '../accepts/settle-accepts.ts';
import type { LookRun } from '../looks/look-run.ts';
import { countMissing } from '../rules/missing-trials.ts';
import type { NeverFailReading } from '../rules/never-fail.ts';
import { passRatesAt } from '../rules/pass-rate/rule.ts';
import type { GatePlan } from '../rules/plan.ts';
import type { GateResults } from '../rules/test-gates.ts';
import type { AgainDecision, DecisionNumbers } from '../terms/decision.ts';
import { comparableCases, type GateEvidence, meanPassRate, mostCountsOf, type PairedCase } from '../terms/evidence.ts';
import type { Policy } from '../terms/policy.ts';
import { detectableCase } from './detectable-case.ts';
import { sightOf } from './sight.ts';

/** All numbers behind a decision, in the order in which they are written. */
export function decisionNumbers(parts: {
  readonly evidence: GateEvidence;
  readonly plan: GatePlan;
  readonly gates: GateResults;
  readonly zeroTolerance: NeverFailReading;
  readonly policy: Policy;
  readonly run: LookRun;
  /** Fresh trials of both sides with which what looks worse is tried again; empty: none. */
  readonly stages: readonly number[];
  readonly again: AgainDecision | null;
  readonly accepts: readonly SettledAccept[];
}): DecisionNumbers {
  const { evidence, plan, gates, policy, run } = parts;
  const { paired } = evidence;
  const { looks } = run;
  const { pass_rate: passRate, ...otherTests } = gates.suite;
  const rates = passRatesAt(paired, passRate?.look ?? run.stop);
  return {
    method: policy.method,
    confidence: policy.confidence,
    alpha: plan.alpha,
    planned_looks: looks,
    trials: gates.looks.looks.at(-1)?.look ?? run.stop,
    looks: gates.looks.looks,
    pool: poolOf(paired),
    between_runs: plan.between_runs && { runs: plan.between_runs.runs, variance: plan.between_runs.variance },
    again: parts.again,
    ...(parts.accepts.length > 0 && { accepts: parts.accepts.map((accept) => accept.decision) }),
    comparable_cases: comparableCases(paired).length,
    pass_rate: {
      candidate: rates.candidate ?? meanPassRate(evidence.candidate.map(({ trials }) => trials)),
      baseline: rates.baseline,
      suite: passRate,
      cases: gates.cases,
    },
    ...otherTests,
    tags: Object.fromEntries(gates.tags.map(({ tag, tests }) => [tag, tests])),
    floors: gates.floors.filter(({ outcome }) => outcome !== 'left_empty'),
    never_fail: parts.zeroTolerance.entries,
    infrastructure: countMissing(evidence.candidate),
    ...sightOf(paired, plan, parts.stages),
    detectable_case: detectableCase(paired, plan, parts.stages),
    trials_needed: gates.trials_needed,
    threshold_false_alarm_rate: falseAlarmRate(paired, looks, policy),
  };
}

function poolOf(paired: readonly PairedCase[]): DecisionNumbers['pool'] {
  const [first] = paired;
  if (first === undefined) return null;
  return { runs: first.runs.length, trials: lowerMedian(paired.map(({ baseline }) => baseline.length)) };
}

function falseAlarmRate(paired: readonly PairedCase[], looks: readonly number[], { method, pass_rate }: Policy) {
  if (method !== 'threshold' || pass_rate.max_drop === null) return null;
  const planned = paired.map((item) => mostCountsOf(item, looks));
  return thresholdFalseAlarm(planned, pass_rate.max_drop)?.rate ?? null;
}
