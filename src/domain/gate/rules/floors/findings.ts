import { fallsBelow } from '#domain/statistics/beyond.ts';
import { trialsThatProve } from '#domain/statistics/floors/floor-proof.ts';
import { listed, percent, plural, points } from '#domain/words.ts';
import type { FloorDecision } from '../../decision.ts';
import { type Finding, finding } from '../../finding.ts';
import { METRIC_WORDS } from '../../metrics.ts';
import type { Words } from '../../reason-code.ts';
import { ofTag } from '../words.ts';

/** The findings of absolute floors. */
export function floorFindings(floors: readonly FloorDecision[]): readonly Finding[] {
  return floors.flatMap((floor) => of(floor) ?? []);
}

function of(floor: FloorDecision): Finding | null {
  const { metric, tag, cases } = floor;
  const about = { gate: metric, tag, cases } as const;
  if (floor.value === null) {
    return finding({ ...about, outcome: 'inconclusive', code: 'floor_unmeasured' }, nothingToMeasure(floor));
  }
  switch (floor.outcome) {
    case 'fail': {
      const words = metric === 'case_pass_rate' ? caseFloorBroken(floor) : floorBroken(floor, floor.value);
      return finding({ ...about, outcome: 'fail', code: 'floor' }, words);
    }
    case 'inconclusive':
      return finding(
        { ...about, outcome: 'inconclusive', code: 'floor_undecided' },
        floorUndecided(floor, floor.value),
      );
    case 'not_proven':
      return finding({ ...about, outcome: 'note', code: 'floor_not_proven' }, floorNotProven(floor, floor.value));
    case 'warning':
      return finding({ ...about, outcome: 'note', code: 'floor_judged' }, floorJudged(floor, floor.value));
    case 'pass':
      return null;
  }
}

/** A value is below its floor. */
function floorBroken(floor: FloorDecision, value: number): Words {
  const bound = floor.mode === 'confident' && floor.ci95 !== null ? `, upper bound ${percent(floor.ci95[1])}` : '';
  const headline = `${name(floor)} ${percent(value)} is below its floor of ${percent(floor.min)}`;
  return { headline, message: `${headline}${bound}${falseAlarm(floor)}` };
}

/** Single cases are below the floor of every case. */
function caseFloorBroken(floor: FloorDecision): Words {
  const count = floor.cases.length;
  const headline = `${plural(count, 'case')} ${count === 1 ? 'passes' : 'pass'} less than ${percent(floor.min)} of ${count === 1 ? 'its' : 'their'} trials (${listed(floor.cases)})`;
  return { headline, message: `${headline}${falseAlarm(floor)}` };
}

/** A value is below its floor, but its upper bound is not. */
function floorUndecided(floor: FloorDecision, value: number): string {
  const why =
    floor.ci95 === null ? JUDGE_UNKNOWN : `but not beyond chance (95 % CI ${interval(floor)}${corrected(floor)})`;
  return `${name(floor)} ${percent(value)} is below its floor of ${percent(floor.min)}, ${why}`;
}

/** A value reaches its floor, but may do so by chance. */
function floorNotProven(floor: FloorDecision, value: number): string {
  if (floor.judged === true) {
    const why =
      floor.ci95 === null
        ? JUDGE_UNKNOWN
        : `95 % CI ${interval(floor)}${corrected(floor)}; more labels or trials would narrow it`;
    return `${name(floor)} ${percent(value)} meets its floor of ${percent(floor.min)}, but that is not proven (${why})`;
  }
  const needed = trialsThatProve(floor.min);
  const proof = needed === null ? 'no number of trials can prove it' : `${needed} trials that all pass would prove it`;
  return `${name(floor)} ${percent(value)} meets its floor of ${percent(floor.min)}, but that is not proven (95 % CI ${interval(floor)}; ${proof})`;
}

/** A literal floor of judged answers: never red, so its error is told. */
function floorJudged(floor: FloorDecision, value: number): string {
  if (floor.metric === 'case_pass_rate') {
    const pass = floor.cases.length === 1 ? 'passes' : 'pass';
    return `${listed(floor.cases)} ${pass} less than ${percent(floor.min)} of the trials; a judge decided them, so this floor of every case is only a warning there`;
  }
  const reach = fallsBelow(value, floor.min) ? 'is below' : 'meets';
  const [low, high] = floor.ci95 ?? [0, 0];
  const error = floor.ci95 === null ? 'by an unknown error' : points((high - low) / 2);
  return `${name(floor)} ${percent(value)} ± ${error}${corrected(floor)}${floor.ci95 === null ? '' : ','} ${reach} its floor of ${percent(floor.min)}; on a judge's answers a literal floor is only a warning: write min_mode: confident`;
}

const JUDGE_UNKNOWN = 'a judge decided answers whose errors are unknown';

function corrected({ judged, ci95 }: FloorDecision): string {
  return judged === true && ci95 !== null ? ", corrected for the judge's errors" : '';
}

/** A floor applies to a value that no case has. */
function nothingToMeasure(floor: FloorDecision): string {
  return `${name(floor)} has a floor of ${percent(floor.min)}, but no case has a value to check`;
}

function name({ metric, tag }: FloorDecision): string {
  return `${ofTag(tag)}${metric === 'case_pass_rate' ? 'pass rate of every case' : METRIC_WORDS[metric]}`;
}

function interval({ ci95 }: FloorDecision): string {
  return ci95 === null ? 'unknown' : `[${ci95.map(percent).join(', ')}]`;
}

function falseAlarm({ false_alarm_rate: rate }: FloorDecision): string {
  return rate === null ? '' : `; this floor is red on ${percent(rate)} of unchanged runs`;
}
