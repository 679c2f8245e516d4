import type { FloorDecision } from '#gate/decision/terms/decision.ts';
import { isUnfounded, type JudgedCase, type JudgeRules, judgeOfCase } from '#gate/decision/terms/judge-rules.ts';
import type { FigureFloor } from '#gate/decision/terms/policy.ts';
import { fallsBelow } from '#statistics/beyond.ts';
import { type CaseRate, floorBounds } from '#statistics/floors/floor-bounds.ts';
import type { Interval } from '#statistics/interval.ts';
import { judgedLevel } from '#statistics/judge/judged-level.ts';

/** What a floor of a rate finds. */
type FloorReading = Pick<FloorDecision, 'min' | 'mode' | 'value' | 'ci95' | 'outcome' | 'cases' | 'judged'>;

/** What a case counts for, and by what it is judged. */
export interface RatedCase extends JudgedCase {
  readonly rate: CaseRate;
}

/**
 * A floor of a mean rate. A literal one is compared with the rate as it is counted; a confident one with the rate behind a judge's verdicts, by its known
 * errors. Where nothing says what a judge's verdicts are worth, the floor is red, or held, only if it would be whatever these cases are worth.
 */
export function rateFloor(
  cases: readonly RatedCase[],
  { min, min_mode: mode }: FigureFloor,
  rules: JudgeRules | undefined,
): FloorReading {
  const floor = { min, mode };
  const tried = cases.filter(({ rate }) => rate.trials > 0);
  const read = levelOf(tried, floor, rules);
  const about = { ...floor, cases: [] };
  if (read === null) return { ...about, value: null, ci95: null, outcome: 'inconclusive' };
  const { value, ci95, judged } = read;
  if (!tried.some((item) => isUnfounded(item, rules)))
    return {
      ...about,
      value,
      ci95: [ci95.low, ci95.high],
      outcome: outcomeOf(read, floor),
      ...(judged && { judged }),
    };
  const [worst, best] = ([0, 1] as const).map((rate) => {
    const decided = tried.map((item) => (isUnfounded(item, rules) ? { rate: { ...item.rate, rate } } : item));
    const level = levelOf(decided, floor, rules);
    return level === null ? null : outcomeOf(level, floor);
  });
  const open = fallsBelow(value, floor.min) ? 'inconclusive' : 'not_proven';
  const outcome = best === 'fail' ? best : worst === 'pass' ? worst : open;
  return { ...about, value, ci95: null, outcome, judged: true };
}

interface Level {
  readonly value: number;
  readonly ci95: Interval;
  /** Corrected for the judge's errors. */
  readonly judged: boolean;
}

/** `null` without a case that has trials. */
function levelOf(
  tried: readonly RatedCase[],
  { mode }: Pick<FloorReading, 'mode'>,
  rules: JudgeRules | undefined,
): Level | null {
  const rates = tried.map((item) => {
    const by = judgeOfCase(item, rules);
    return { ...item.rate, judge: by.kind === 'known' ? by.judge : null };
  });
  const judged = mode === 'confident' && rates.some(({ judge }) => judge !== null);
  const level = judged ? judgedLevel(rates) : floorBounds(rates);
  return level && { ...level, judged };
}

/** A confident floor is red only if the whole interval is below it. */
function outcomeOf({ value, ci95: { low, high } }: Level, { min, mode }: Pick<FloorReading, 'min' | 'mode'>) {
  const isBelow = fallsBelow(value, min);
  if (mode === 'point') return isBelow ? 'fail' : 'pass';
  if (fallsBelow(high, min)) return 'fail';
  if (isBelow) return 'inconclusive';
  return fallsBelow(low, min) ? 'not_proven' : 'pass';
}
