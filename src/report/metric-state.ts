import type { Colour } from './colour.ts';

/** How a rule on a metric ended. `watch`: inconclusive; `chance`: beyond the tolerance, and chance explains it; `none`: there is no rule, or nothing to test. */
export type MetricState = 'fail' | 'watch' | 'chance' | 'pass' | 'none';

/** What replaces a mark if a change beyond its tolerance may be chance. */
export const MAY_BE_CHANCE = 'chance explains it';

/** What every output shows of a state. Beyond a limit there is no tick. */
export const STATES: {
  readonly [State in MetricState]: {
    readonly emoji: string;
    readonly sign: string;
    readonly colour: Colour | null;
    readonly words: string;
    /** The sign alone says it, where there is a legend or a rule beside it. */
    readonly is_plain: boolean;
  };
} = {
  fail: { emoji: '❌', sign: '✗', colour: 'red', words: 'fails', is_plain: true },
  watch: { emoji: '❔', sign: '?', colour: 'yellow', words: 'open', is_plain: false },
  chance: { emoji: '', sign: '', colour: null, words: MAY_BE_CHANCE, is_plain: false },
  pass: { emoji: '✅', sign: '✓', colour: 'green', words: 'holds', is_plain: true },
  none: { emoji: '', sign: '', colour: null, words: 'not gated', is_plain: false },
};

/** What every output says beside the sign of a state; empty where the sign says it all, or nothing was there to gate. */
export function wordsBeside(state: MetricState, is_gatable: boolean): string {
  const { is_plain, words } = STATES[state];
  return is_plain || (state === 'none' && !is_gatable) ? '' : words;
}

/** A rule as the policy names it below a metric. */
export type RuleName = 'min' | 'max' | 'max_drop' | 'max_increase';
