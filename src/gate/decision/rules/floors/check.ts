import { compareIds } from '#gate/baseline/pairing/pair-cases.ts';
import type { CeilingDecision, FloorDecision } from '#gate/decision/terms/decision.ts';
import { type CandidateCase, type GateEvidence, plannedCountsOf } from '#gate/decision/terms/evidence.ts';
import { isUnfounded, type JudgeRules } from '#gate/decision/terms/judge-rules.ts';
import type { Policy, TagPolicy } from '#gate/decision/terms/policy.ts';
import { exceeds, fallsBelow } from '#statistics/beyond.ts';
import { type CaseRate, floorOfRest } from '#statistics/floors/floor-bounds.ts';
import {
  caseFloorFalseAlarm,
  passFloorFalseAlarm,
  recallFloorFalseAlarm,
} from '#statistics/floors/floor-false-alarm.ts';
import { mean } from '#statistics/mean.ts';
import { BOUNDED } from '#trials/metrics/figures.ts';
import { rateFloor } from './rate-floor.ts';
import { type FlooredRate, meanRate, rateOfTrials, ratesOfTrials, type TriedCase, triedCase } from './tried-case.ts';

/** What there is to check floors on: the candidate's cases, and main's for the false-alarm rates. */
interface FloorEvidence extends Pick<GateEvidence, 'paired' | 'unaffected'> {
  readonly candidate: readonly TriedCase[];
}

type Bound = FloorDecision | CeilingDecision;

/** Checks every absolute floor of a policy on all cases of the candidate that have trials, comparable or not. */
export function checkFloors({ candidate, ...main }: GateEvidence, policy: Policy): readonly Bound[] {
  const evidence: FloorEvidence = { ...main, candidate: candidate.map(triedCase) };
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

function casesOf({ candidate, paired, unaffected = [] }: FloorEvidence, tag: string): FloorEvidence {
  const has = ({ tags }: Pick<CandidateCase, 'tags'>) => tags.includes(tag);
  return { candidate: candidate.filter(has), paired: paired.filter(has), unaffected: unaffected.filter(has) };
}

function scopeFloors(
  tag: string | null,
  { candidate, paired, unaffected = [] }: FloorEvidence,
  rules: TagPolicy | Policy,
  judge: JudgeRules | undefined,
): readonly Bound[] {
  const floors: Bound[] = [];
  // A floor is one of all cases: those that the change can't reach count as main has them.
  const unchanged = unaffected.map(({ baseline }) => baseline);
  if (typeof rules.pass_rate?.min === 'number') {
    const { min, min_mode: mode } = rules.pass_rate;
    const ofMain = unaffected.map((item) => ({ ...item, passed: rateOfTrials(item.baseline) }));
    const reading = rateFloor([...candidate, ...ofMain], { min, mode }, judge);
    const rest = floorOfRest(
      min,
      paired.length,
      ofMain.map(({ passed }) => passed),
    );
    const counts = paired.map(plannedCountsOf);
    const false_alarm_rate = reading.judged === true ? null : passFloorFalseAlarm(counts, { min: rest, mode });
    floors.push({ metric: 'pass_rate', tag, ...reading, false_alarm_rate });
  }
  for (const [metric, rule] of boundsOf(rules)) {
    const ofMain = unchanged.map((trials) => meanRate(trials, metric));
    const rates = [...candidate.map(({ rateOf }) => rateOf(metric)), ...ofMain];
    if ('max' in rule) {
      floors.push(mostOf(metric, tag, rates, rule.max));
      continue;
    }
    const { min, min_mode: mode } = rule;
    const floor = { min: floorOfRest(min, paired.length, ofMain), mode };
    const values = paired.map(({ scheduled, baseline }) => ({ scheduled, values: ratesOfTrials(baseline, metric) }));
    floors.push({
      metric,
      tag,
      ...rateFloor(
        rates.map((passed) => ({ passed })),
        { min, mode },
        undefined,
      ),
      false_alarm_rate: recallFloorFalseAlarm(values, floor),
    });
  }
  return floors;
}

/** The bounds on figures besides the pass rate; only a rate has a floor. */
function boundsOf({ tool_recall: recall, metrics = {} }: TagPolicy | Policy) {
  const ofRecall =
    recall === null || recall.min === null ? [] : [['tool_recall', { ...recall, min: recall.min }] as const];
  return [
    ...ofRecall,
    ...BOUNDED.flatMap((figure) => (metrics[figure] === undefined ? [] : [[figure, metrics[figure]] as const])),
  ];
}

function mostOf(metric: FlooredRate, tag: string | null, rates: readonly CaseRate[], max: number): CeilingDecision {
  const value = mean(rates.filter(({ trials }) => trials > 0).map(({ rate }) => rate));
  const outcome = value === null ? 'inconclusive' : exceeds(value, max) ? 'fail' : 'pass';
  return { metric, tag, max, value, ci95: null, outcome, cases: [], false_alarm_rate: null };
}

/** Every case must pass its share; `value` is the lowest share of any. */
function caseFloor({ candidate, paired }: FloorEvidence, min: number, judge: JudgeRules | undefined): FloorDecision {
  const shares = candidate
    .filter(({ passed }) => passed.trials > 0)
    .map((item) => ({ id: item.id, share: item.passed.rate, isOpen: isUnfounded(item, judge) }));
  const low = shares.filter(({ share }) => fallsBelow(share, min));
  const sure = low.filter(({ isOpen }) => !isOpen);
  const below = (sure.length > 0 ? sure : low).map(({ id }) => id);
  const outcome = sure.length > 0 ? 'fail' : below.length > 0 || shares.length === 0 ? 'inconclusive' : 'pass';
  return {
    metric: 'case_pass_rate',
    tag: null,
    min,
    mode: 'point',
    value: shares.reduce<number | null>((lowest, { share }) => Math.min(lowest ?? 1, share), null),
    ci95: null,
    outcome,
    cases: below,
    ...(sure.length < below.length && { judged: true }),
    false_alarm_rate: caseFloorFalseAlarm(paired.map(plannedCountsOf), min),
  };
}
