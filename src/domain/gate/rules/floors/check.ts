import { compareIds } from '#domain/baseline/pairing/pair-cases.ts';
import { fallsBelow } from '#domain/statistics/beyond.ts';
import { type CaseRate, floorBounds } from '#domain/statistics/floors/floor-bounds.ts';
import { mean } from '#domain/statistics/mean.ts';
import type { FloorDecision } from '../../decision.ts';
import { type CandidateCase, type GateEvidence, passes } from '../../evidence.ts';
import { type JudgeRules, judgeOfCase } from '../../judged/judge-rules.ts';
import { valuesOf } from '../../metric-values.ts';
import type { Policy, RateRule, TagPolicy } from '../../policy.ts';
import { caseFloorFalseAlarm, passFloorFalseAlarm, recallFloorFalseAlarm } from './false-alarm.ts';
import { confidentOutcome, judgedFloor } from './judged-floor.ts';

/** Checks every absolute floor of a policy on all cases of the candidate that have trials, comparable or not. */
export function checkFloors(evidence: GateEvidence, policy: Policy): readonly FloorDecision[] {
  const tags = Object.keys(policy.tags).sort(compareIds);
  return [
    ...scopeFloors(null, evidence, policy, policy.judge),
    ...(policy.case_pass_rate === null ? [] : [caseFloor(evidence, policy.case_pass_rate.min, policy.judge)]),
    ...tags.flatMap((tag) => {
      const rules = policy.tags[tag];
      return rules === undefined ? [] : scopeFloors(tag, casesOf(evidence, tag), rules, policy.judge);
    }),
  ];
}

function casesOf({ candidate, paired, carried = [] }: GateEvidence, tag: string): GateEvidence {
  const has = ({ tags }: Pick<CandidateCase, 'tags'>) => tags.includes(tag);
  return { candidate: candidate.filter(has), paired: paired.filter(has), carried: carried.filter(has) };
}

function scopeFloors(
  tag: string | null,
  { candidate, paired, carried = [] }: GateEvidence,
  rules: TagPolicy,
  judge: JudgeRules | undefined,
): readonly FloorDecision[] {
  const floors: FloorDecision[] = [];
  // A floor is one of all cases: those that the change can't reach count as main has them.
  const unchanged = carried.map(({ baseline }) => baseline);
  if (typeof rules.pass_rate?.min === 'number') {
    const { min, min_mode: mode } = rules.pass_rate;
    const judged = judgedFloor(candidate, { min, mode }, judge);
    const passRate = (trials: CandidateCase['trials']): CaseRate => ({
      rate: passes(trials) / trials.length,
      trials: trials.length,
    });
    const rates = [...candidate.map(({ trials }) => trials), ...unchanged].map(passRate);
    floors.push({
      metric: 'pass_rate',
      tag,
      ...(judged ?? bounded(rates, min, mode)),
      false_alarm_rate:
        judged === null
          ? passFloorFalseAlarm(paired, withoutCarried(min, paired, unchanged.map(passRate)), mode)
          : null,
    });
  }
  if (typeof rules.tool_recall?.min === 'number') {
    const { min, min_mode: mode } = rules.tool_recall;
    const recall = (trials: CandidateCase['trials']) => recallRate(valuesOf(trials, 'tool_recall'));
    const rates = [...candidate.map(({ trials }) => trials), ...unchanged].map(recall);
    floors.push({
      metric: 'tool_recall',
      tag,
      ...bounded(rates, min, mode),
      false_alarm_rate: recallFloorFalseAlarm(paired, withoutCarried(min, paired, unchanged.map(recall)), mode),
    });
  }
  return floors;
}

/** The floor of the tested cases that is the same as one of all. */
function withoutCarried(min: number, { length }: GateEvidence['paired'], carried: readonly CaseRate[]): number {
  const known = carried.filter(({ trials }) => trials > 0);
  if (known.length === 0 || length === 0) return min;
  return (min * (length + known.length) - known.reduce((sum, { rate }) => sum + rate, 0)) / length;
}

function recallRate(values: readonly number[]): CaseRate {
  return { rate: mean(values) ?? 0, trials: values.length };
}

function bounded(
  rates: readonly CaseRate[],
  min: number,
  mode: RateRule['min_mode'],
): Pick<FloorDecision, 'min' | 'mode' | 'value' | 'ci95' | 'outcome' | 'cases'> {
  const bounds = floorBounds(rates);
  if (bounds === null) return { min, mode, value: null, ci95: null, outcome: 'inconclusive', cases: [] };
  const { value, ci95 } = bounds;
  const outcome = mode === 'point' ? (fallsBelow(value, min) ? 'fail' : 'pass') : confidentOutcome(min, value, ci95);
  return { min, mode, value, ci95: [ci95.low, ci95.high], outcome, cases: [] };
}

/** Every case must pass its share; `value` is the lowest share of any. */
function caseFloor({ candidate, paired }: GateEvidence, min: number, judge: JudgeRules | undefined): FloorDecision {
  const shares = candidate
    .filter(({ trials }) => trials.length > 0)
    .map((item) => ({
      id: item.id,
      share: passes(item.trials) / item.trials.length,
      isJudged: judgeOfCase(item, judge).kind !== 'none',
    }));
  const low = shares.filter(({ share }) => fallsBelow(share, min));
  const sure = low.filter(({ isJudged }) => !isJudged).map(({ id }) => id);
  const below = sure.length > 0 ? sure : low.map(({ id }) => id);
  const outcome = sure.length > 0 ? 'fail' : below.length > 0 ? 'warning' : 'pass';
  return {
    metric: 'case_pass_rate',
    tag: null,
    min,
    mode: 'point',
    value: shares.reduce<number | null>((lowest, { share }) => Math.min(lowest ?? 1, share), null),
    ci95: null,
    outcome: shares.length === 0 ? 'inconclusive' : outcome,
    cases: below,
    ...(outcome === 'warning' && { judged: true }),
    false_alarm_rate: caseFloorFalseAlarm(paired, min),
  };
}
