import { middleTrials, type TrialNumbers, type TrialRange } from './trial-range.ts';

/** Trials per case at which a run may end, ascending, each once. */
export type Looks = readonly [first: number, ...further: number[]];

/** What decides the number of looks, besides the requested range. */
export interface LookCircumstances {
  /** True: look by look; false: one look. */
  readonly adaptive: boolean;
  /** Number of stored trials of each case, `null` if they are run on demand. Later looks are reduced to that number. */
  readonly stored: number | null;
  /** Each case's own number of trials, `null` if it has none. */
  readonly own: readonly (number | null)[];
  /**
   * Most trials that may start, over all cases; `null`: any number. A later look is left out if the budget does not cover all
   * its cases.
   */
  readonly most: number | null;
}

/** The looks of a run. */
export function runLooks(numbers: TrialNumbers, { adaptive, stored, own, most }: LookCircumstances): Looks {
  const planned: Looks = adaptive ? planLooks(numbers) : [numbers.once];
  const [first, ...further] = planned.map((look) => Math.min(look, Math.max(1, stored ?? look)));
  const price = (look: number) => own.reduce<number>((sum, count) => sum + (count ?? look), 0);
  const payable = further.filter((look) => most === null || price(look) <= most);
  return ascending(first ?? numbers.min, payable);
}

/**
 * The fewest trials, the geometric mean of fewest and most, the most: {3, 10} gives 3, 5, 10, {3, 4} gives 3, 4, and a fixed
 * number gives only itself.
 */
export function planLooks({ min, max }: TrialRange): Looks {
  return ascending(min, [middleTrials({ min, max }), max]);
}

/** The look of a trial by its index, as a position from 1; trials beyond the last look count to it. */
export function lookOfTrial(index: number, looks: readonly number[]): number {
  const position = looks.findIndex((look) => index <= look);
  return position === -1 ? Math.max(1, looks.length) : position + 1;
}

function ascending(first: number, further: readonly number[]): Looks {
  return [first, ...new Set(further.filter((look) => look > first))];
}

/** Trials per case of the last look that is planned. */
export function lastLook({ looks }: { readonly looks: readonly number[] }): number {
  return looks.at(-1) ?? 1;
}
