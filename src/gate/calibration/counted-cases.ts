import type { ValueName } from '#gate/decision/terms/metrics.ts';
import type { DropEstimate } from '#statistics/counts/drop.ts';
import { type LeastCaseP, leastCaseP } from '#statistics/counts/min-p.ts';
import type { ScheduledCounts } from '#statistics/counts/paired-counts.ts';
import { correctedDrop } from '#statistics/judge/corrected-drop.ts';
import type { QuickFacts } from './suite-facts.ts';
import { type TrialSums, type ValueSums, valuesIn } from './trial-sums.ts';

/** A candidate beside main, counted. */
export interface CountedDraw {
  readonly main: TrialSums;
  /** The candidate's first trials of each case, up to each of the cuts. */
  readonly here: readonly TrialSums[];
  /** Trials per case, ascending. */
  readonly cuts: readonly number[];
}

/** Some cases, each with its trials up to one of the cuts. What is asked for is found out once. */
export interface CountedCases {
  readonly counts: () => readonly ScheduledCounts[];
  /** How far their mean pass rate fell. */
  readonly drop: (extraVariance: number) => DropEstimate | null;
  /** Tests of the single cases at a look of so many trials. */
  readonly single: (look: number) => LeastCaseP;
  readonly pairs: (name: ValueName) => ValuePairs;
}

/** A value of the cases that have it on both sides. */
export interface ValuePairs {
  /** Candidate − main of each case's mean, of the logarithms but for recall. */
  readonly differences: readonly number[];
  /** Sums of the cases' means. */
  readonly here: number;
  readonly main: number;
  /** Cases with values on main, and how many of them have none here. */
  readonly expected: number;
  readonly without: number;
}

/**
 * Counts cases.
 *
 * @param places of the cases in the suite
 * @param cutOf the place of a case's cut among those of the draw
 */
export function countedCases(
  { judges }: QuickFacts,
  draw: CountedDraw,
  places: readonly number[],
  cutOf: (at: number) => number,
): CountedCases {
  let counts: readonly ScheduledCounts[] | undefined;
  const drops = new Map<number, DropEstimate | null>();
  const pairs = new Map<ValueName, ValuePairs>();
  const singles = new Map<number, LeastCaseP>();
  const found: CountedCases = {
    counts() {
      counts ??= places.map((at) => countsOf(draw, at, cutOf(at)));
      return counts;
    },
    drop(extraVariance) {
      const known = drops.get(extraVariance);
      if (known !== undefined) return known;
      const judged = found.counts().map((own, i) => ({ counts: own, judge: judges[places[i] ?? 0] ?? null }));
      const drop = correctedDrop(judged, extraVariance);
      drops.set(extraVariance, drop);
      return drop;
    },
    single(look) {
      const known = singles.get(look) ?? leastCaseP(found.counts(), look);
      singles.set(look, known);
      return known;
    },
    pairs(name) {
      const known = pairs.get(name) ?? pairsOf(draw, places, cutOf, name);
      pairs.set(name, known);
      return known;
    },
  };
  return found;
}

function countsOf({ main, here, cuts }: CountedDraw, at: number, cut: number): ScheduledCounts {
  const now = here[cut];
  return {
    a: now?.passes[at] ?? 0,
    n: now?.trials[at] ?? 0,
    b: main.passes[at] ?? 0,
    m: main.trials[at] ?? 0,
    scheduled: cuts[cut] ?? 0,
  };
}

function pairsOf(
  draw: CountedDraw,
  places: readonly number[],
  cutOf: (at: number) => number,
  name: ValueName,
): ValuePairs {
  const before = draw.main.values[name];
  const cuts = draw.here.map(({ values }) => values[name]);
  const sumOf = ({ sums, logs }: ValueSums) => (name === 'tool_recall' ? sums : logs);
  const differences: number[] = [];
  let here = 0;
  let main = 0;
  let expected = 0;
  let without = 0;
  for (const at of places) {
    const m = valuesIn(before, at);
    if (m === 0) continue;
    expected += 1;
    const now = cuts[cutOf(at)];
    const n = now === undefined ? 0 : valuesIn(now, at);
    if (now === undefined || n === 0) {
      without += 1;
      continue;
    }
    differences.push((sumOf(now)[at] ?? 0) / n - (sumOf(before)[at] ?? 0) / m);
    here += (now.sums[at] ?? 0) / n;
    main += (before.sums[at] ?? 0) / m;
  }
  return { differences, here, main, expected, without };
}
