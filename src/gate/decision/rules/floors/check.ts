import { compareIds } from '#gate/baseline/pairing/pair-cases.ts';
import type { LeanCase } from '#gate/baseline/results/lean-results.ts';
import type { CeilingDecision, FloorDecision } from '#gate/decision/terms/decision.ts';
import { type GateEvidence, type GateTrial, plannedCountsOf } from '#gate/decision/terms/evidence.ts';
import { isUnfounded, type JudgedCase, type JudgeRules } from '#gate/decision/terms/judge-rules.ts';
import { valuesOf } from '#gate/decision/terms/metric-values.ts';
import type { FigureFloor, Policy, TagPolicy } from '#gate/decision/terms/policy.ts';
import { exceeds, fallsBelow } from '#statistics/beyond.ts';
import { type CaseRate, floorOfRest } from '#statistics/floors/floor-bounds.ts';
import {
  caseFloorFalseAlarm,
  passFloorFalseAlarm,
  recallFloorFalseAlarm,
} from '#statistics/floors/floor-false-alarm.ts';
import { mean } from '#statistics/mean.ts';
import { BOUNDED, type BoundedFigure, FIGURES, type FigureName, usualSequence } from '#trials/metrics/figures.ts';
import { checkKind } from '#trials/trial/trial-record.ts';
import { type RatedCase, rateFloor } from './rate-floor.ts';

/** Whether a case expects what a figure measures, as its trials tell; absent: every trial has such a figure, unless it was not reported. */
const DEMANDS: { readonly [Figure in FigureName]?: (item: LeanCase) => boolean } = {
  tool_recall: expectsCalls,
  tool_precision: expectsCalls,
  parameter_accuracy: expectsCalls,
  phrase_recall: (item) => isChecked(item, 'response'),
  task_completion: (item) => isChecked(item, 'response'),
  mean_recall: (item) => expectsCalls(item) || isChecked(item, 'response'),
  retrieval_accuracy: (item) => isChecked(item, 'retrieved'),
  tools_ok: (item) => expectsCalls(item) || isChecked(item, 'tools') || isChecked(item, 'no_tools'),
};

type Bound = FloorDecision | CeilingDecision;

/** A figure that a bound may be set on. */
type BoundedRate = 'pass_rate' | 'tool_recall' | BoundedFigure;

/** Checks every absolute floor of a policy on all cases of the candidate that have trials, comparable or not. */
export function checkFloors(evidence: GateEvidence, policy: Policy): readonly Bound[] {
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

function casesOf({ candidate, paired, unaffected = [], selected }: GateEvidence, tag: string): GateEvidence {
  const has = ({ tags }: { readonly tags: readonly string[] }) => tags.includes(tag);
  return {
    candidate: candidate.filter(has),
    paired: paired.filter(has),
    unaffected: unaffected.filter(has),
    ...(selected !== undefined && { selected: selected.filter(has) }),
  };
}

function scopeFloors(
  tag: string | null,
  { candidate, paired, unaffected = [], selected }: GateEvidence,
  rules: TagPolicy | Policy,
  judge: JudgeRules | undefined,
): readonly Bound[] {
  return boundsOf(rules).map(([metric, rule]): Bound => {
    const isPassRate = metric === 'pass_rate';
    const rated = ({ criteria = [] }: JudgedCase, trials: readonly GateTrial[]): RatedCase => ({
      rate: rateOf(trials, metric),
      // A judge's errors are those of outcomes.
      criteria: isPassRate ? criteria : [],
    });
    // A floor is one of all cases: those that the change can't reach count as main has them.
    const ofMain = unaffected.map((item) => rated(item, item.baseline));
    const cases = [...candidate.map((item) => rated(item, item.trials)), ...ofMain];
    const bound =
      'max' in rule
        ? { metric, tag, ...ceiling(cases, rule.max) }
        : { metric, tag, ...rateFloor(cases, rule, isPassRate ? judge : undefined), false_alarm_rate: null };
    if (isLeftEmpty(metric, selected)) return { ...bound, value: null, ci95: null, outcome: 'left_empty' };
    if ('max' in bound || bound.judged === true) return bound;
    if (FIGURES[metric].of_several === true) return whereTold(bound, metric, candidate);
    const known = ofMain.map(({ rate }) => rate);
    const floor = { min: floorOfRest(bound.min, paired.length, known), mode: bound.mode };
    const values = () =>
      paired.map(({ scheduled, baseline }) => ({ scheduled, values: ratesOfTrials(baseline, metric) }));
    return {
      ...bound,
      false_alarm_rate: isPassRate
        ? passFloorFalseAlarm(paired.map(plannedCountsOf), floor)
        : recallFloorFalseAlarm(values(), floor),
    };
  });
}

/**
 * A figure that compares trials: where a case has several and no value, the floor is open. Trials of main drawn again agree less than a run does, so no
 * rate of false alarms is told.
 */
function whereTold(bound: FloorDecision, metric: BoundedRate, candidate: GateEvidence['candidate']): FloorDecision {
  const untold = candidate.filter(({ trials }) => trials.length > 1 && ratesOfTrials(trials, metric).length === 0);
  return untold.length === 0
    ? bound
    : { ...bound, value: null, ci95: null, outcome: 'inconclusive', cases: untold.map(({ id }) => id) };
}

/** The bounds of a scope; only a rate has a floor. */
function boundsOf({ pass_rate, tool_recall, metrics = {} }: TagPolicy | Policy) {
  const rates = { pass_rate, tool_recall };
  return [
    ...(['pass_rate', 'tool_recall'] as const).flatMap((rate): [BoundedRate, FigureFloor][] => {
      const rule = rates[rate];
      return rule === null || rule.min === null ? [] : [[rate, { min: rule.min, min_mode: rule.min_mode }]];
    }),
    ...BOUNDED.flatMap((figure) => (metrics[figure] === undefined ? [] : [[figure, metrics[figure]] as const])),
  ];
}

function ceiling(cases: readonly RatedCase[], max: number): Omit<CeilingDecision, 'metric' | 'tag'> {
  const value = mean(cases.flatMap(({ rate: { rate, trials } }) => (trials > 0 ? [rate] : [])));
  const outcome = value === null ? 'inconclusive' : exceeds(value, max) ? 'fail' : 'pass';
  return { max, value, ci95: null, outcome, cases: [], false_alarm_rate: null };
}

/** Every case must pass its share; `value` is the lowest share of any. */
function caseFloor({ candidate, paired }: GateEvidence, min: number, judge: JudgeRules | undefined): FloorDecision {
  const shares = candidate
    .filter(({ trials }) => trials.length > 0)
    .map((item) => ({
      id: item.id,
      share: rateOf(item.trials, 'pass_rate').rate,
      isOpen: isUnfounded(item, judge),
    }));
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

/** The mean over the trials that have a value. */
function rateOf(trials: readonly GateTrial[], metric: BoundedRate): CaseRate {
  const values = ratesOfTrials(trials, metric);
  return { rate: mean(values) ?? 0, trials: values.length };
}

/** The values of the trials that have one. */
function ratesOfTrials(trials: readonly GateTrial[], metric: BoundedRate): readonly number[] {
  if (metric === 'pass_rate') return trials.map(({ passed }) => Number(passed));
  if (metric === 'tool_recall') return valuesOf(trials, metric);
  const records = trials.flatMap(({ record }) => record ?? []);
  const usual = usualSequence(records);
  return records.flatMap((record) => FIGURES[metric].valueOf(record, usual) ?? []).map(Number);
}

/**
 * Whether a selection left no case that a bound is about: then the bound can be neither met nor missed. A bound that a case is about
 * is never left empty, and neither is one of a whole suite.
 */
function isLeftEmpty(metric: FloorDecision['metric'], selected: GateEvidence['selected']): boolean {
  if (selected === undefined || metric === 'case_pass_rate') return false;
  const demands = DEMANDS[metric];
  return selected.every(({ record }) => demands !== undefined && record !== null && !demands(record));
}

function expectsCalls({ expected_tool_calls: calls }: LeanCase): boolean {
  return calls > 0;
}

/** A trial that was broken off may lack its last checks. */
function isChecked({ trials }: LeanCase, kind: string): boolean {
  const whole = trials.filter(({ outcome, completed }) => outcome !== 'error' && completed === true);
  return whole.length === 0 || whole.some(({ checks }) => checks.some((check) => checkKind(check) === kind));
}
