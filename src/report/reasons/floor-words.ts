import { listed, percent, plural } from '#common/words.ts';
import type { CeilingDecision, FloorDecision, ReasonOf } from '#gate/decision/terms/decision.ts';
import { trialsThatProve } from '#statistics/floors/floor-proof.ts';
import { FIGURES } from '#trials/metrics/figures.ts';
import { inUnit } from '../units.ts';
import { ofTag } from './test-words.ts';
import { alone, type ReasonWords, withEvidence } from './words.ts';

/** What was found about a floor that is broken or can't be decided. */
export function floorWords({ outcome, facts: { floor } }: ReasonOf<'floor'>): ReasonWords | string {
  if (floor.value === null)
    return outcome === 'note'
      ? `${name(floor)}, with a ${limitOf(floor)}, is not in this selection`
      : `${name(floor)} has a ${limitOf(floor)}, but ${floor.cases.length === 0 ? 'no case has a value to check' : `not all trials of ${listed(floor.cases)} tell their tool calls`}`;
  if ('max' in floor)
    return `${name(floor)} ${inUnit(floor.value, FIGURES[floor.metric].unit)} is above its ${limitOf(floor)}`;
  if (floor.outcome === 'inconclusive') return floorUndecided(floor, floor.value);
  return floor.metric === 'case_pass_rate' ? caseFloorBroken(floor) : floorBroken(floor, floor.value);
}

function limitOf(bound: FloorDecision | CeilingDecision): string {
  return 'max' in bound
    ? `limit of ${inUnit(bound.max, FIGURES[bound.metric].unit)}`
    : `floor of ${percent(bound.min)}`;
}

/** A value reaches its floor, but may do so by chance. */
export function floorNotProven({ facts: { floor } }: ReasonOf<'floor_not_proven'>): string {
  const meets = `${name(floor)} ${percent(floor.value ?? 0)} meets its floor of ${percent(floor.min)}, but that is not proven`;
  if (floor.judged === true) {
    const why =
      floor.ci95 === null
        ? JUDGE_UNKNOWN
        : `95 % CI ${interval(floor)}${corrected(floor)}; more labels or trials would narrow it`;
    return `${meets} (${why})`;
  }
  const needed = trialsThatProve(floor.min);
  const proof = needed === null ? 'no number of trials can prove it' : `${needed} trials that all pass would prove it`;
  return `${meets} (95 % CI ${interval(floor)}; ${proof})`;
}

/** A value is below its floor. */
function floorBroken(floor: FloorDecision, value: number): ReasonWords {
  const bound = floor.mode === 'confident' && floor.ci95 !== null ? [`upper bound ${percent(floor.ci95[1])}`] : [];
  const headline = `${name(floor)} ${percent(value)} is below its floor of ${percent(floor.min)}`;
  const evidence = [...bound, ...falseAlarm(floor)].join('; ');
  return evidence === '' ? alone(headline) : withEvidence(headline, bound.length === 0 ? '; ' : ', ', evidence);
}

/** Single cases are below the floor of every case. */
function caseFloorBroken(floor: FloorDecision): ReasonWords {
  const headline = casesBelow(floor);
  const [evidence] = falseAlarm(floor);
  return evidence === undefined ? alone(headline) : withEvidence(headline, '; ', evidence);
}

function casesBelow({ cases, min }: FloorDecision): string {
  const [pass, their] = cases.length === 1 ? ['passes', 'its'] : ['pass', 'their'];
  return `${plural(cases.length, 'case')} ${pass} less than ${percent(min)} of ${their} trials (${listed(cases)})`;
}

/** A value is below its floor, but its upper bound is not, or nothing says what the judge's answers are worth. */
function floorUndecided(floor: FloorDecision, value: number): string {
  if (floor.metric === 'case_pass_rate') return `${casesBelow(floor)}, but ${JUDGE_UNKNOWN}`;
  const why = floor.ci95 === null ? JUDGE_UNKNOWN : `not beyond chance (95 % CI ${interval(floor)}${corrected(floor)})`;
  return `${name(floor)} ${percent(value)} is below its floor of ${percent(floor.min)}, but ${why}`;
}

const JUDGE_UNKNOWN = 'a judge decided answers, and no labels show that it can';

function corrected({ judged, ci95 }: FloorDecision): string {
  return judged === true && ci95 !== null ? ", corrected for the judge's errors" : '';
}

function name({ metric, tag }: FloorDecision | CeilingDecision): string {
  if (metric === 'case_pass_rate') return 'pass rate of every case';
  return `${ofTag(tag)}${FIGURES[metric].label}`;
}

function interval({ ci95 }: FloorDecision): string {
  return ci95 === null ? 'unknown' : `[${ci95.map(percent).join(', ')}]`;
}

function falseAlarm({ false_alarm_rate: rate }: FloorDecision): readonly string[] {
  return rate === null ? [] : [`this floor is red on ${percent(rate)} of unchanged runs`];
}
