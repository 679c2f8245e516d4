import type { FloorDecision } from '#gate/decision/terms/decision.ts';
import { type JudgeRules, judgeOfCase } from '#gate/decision/terms/judge-rules.ts';
import type { RateRule } from '#gate/decision/terms/policy.ts';
import { fallsBelow } from '#statistics/beyond.ts';
import { judgedLevel } from '#statistics/judge/judged-level.ts';
import { mean } from '#statistics/mean.ts';
import type { TriedCase } from './tried-case.ts';

/** What a floor of the pass rate finds. */
export type FloorReading = Pick<FloorDecision, 'min' | 'mode' | 'value' | 'ci95' | 'outcome' | 'cases' | 'judged'>;

/**
 * A floor of a pass rate that answers of a judge are part of: the rate behind its verdicts, by its known errors. A literal floor is only a warning,
 * because a level takes many labels. Of an unknown judge nothing is red: what it passes may be more or less than what is good.
 *
 * @returns `null` if no judge decides a case, or one without errors
 */
export function judgedFloor(
  cases: readonly Pick<TriedCase, 'criteria' | 'passed'>[],
  { min, mode }: { readonly min: number; readonly mode: RateRule['min_mode'] },
  rules: JudgeRules | undefined,
): FloorReading | null {
  const tried = cases.filter(({ passed }) => passed.trials > 0);
  const known = tried.map((item) => ({ ...item.passed, by: judgeOfCase(item, rules) }));
  if (known.every(({ by }) => by.kind === 'none')) return null;
  const about = { min, mode, cases: [], judged: true } as const;
  if (known.some(({ by }) => by.kind === 'uncalibrated' || by.kind === 'cannot_tell')) {
    const value = mean(known.map(({ rate }) => rate)) ?? 0;
    const open = fallsBelow(value, min) ? 'inconclusive' : 'not_proven';
    return { ...about, value, ci95: null, outcome: mode === 'point' ? 'warning' : open };
  }
  const level = judgedLevel(
    known.map(({ by, ...rate }) => ({ ...rate, judge: by.kind === 'known' ? by.judge : null })),
  );
  if (level === null) return null;
  const { value, ci95 } = level;
  return {
    ...about,
    value,
    ci95: [ci95.low, ci95.high],
    outcome: mode === 'point' ? 'warning' : confidentOutcome(min, value, ci95),
  };
}

/** Red only if the whole interval is below the floor. */
export function confidentOutcome(
  min: number,
  value: number,
  { low, high }: { readonly low: number; readonly high: number },
): FloorDecision['outcome'] {
  if (fallsBelow(high, min)) return 'fail';
  if (fallsBelow(value, min)) return 'inconclusive';
  return fallsBelow(low, min) ? 'not_proven' : 'pass';
}
