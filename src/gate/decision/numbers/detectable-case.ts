import { reaches } from '#statistics/beyond.ts';
import type { PlannedCounts } from '#statistics/counts/paired-counts.ts';
import { binomialPmf } from '#statistics/distributions/binomial.ts';
import { casePower } from '#statistics/power/case-power.ts';
import { lowerMedian } from '#statistics/quantile.ts';
import { stageBoundaries } from '#statistics/sequential/stage-boundaries.ts';
import { clearedAbove, divideAgain } from '../again/stages.ts';
import { caseSight } from '../looks/case-sight.ts';
import { isSuspicious, looksWorse } from '../looks/suspicion.ts';
import type { GatePlan } from '../rules/plan.ts';
import type { DecisionNumbers } from '../terms/decision.ts';
import { mostCountsOf, type PairedCase } from '../terms/evidence.ts';

/** Four changes out of five. */
const USUALLY = 0.8;

/**
 * What the tests of single cases would see, from the baseline alone: the most of its trials that one case, stable on main, may come to pass here
 * and still be red in four of five such changes, while every other case does as on main. The case has the suite's median number of trials on
 * both sides.
 *
 * @param stages fresh trials of both sides, where these decide
 * @returns `null` if not even a case that always fails would be
 */
export function detectableCase(
  paired: readonly PairedCase[],
  plan: Pick<GatePlan, 'looks_choose' | 'total_alpha'> & {
    readonly looks: readonly Pick<GatePlan['looks'][number], 'look' | 'case'>[];
  },
  stages: readonly number[] = [],
): DecisionNumbers['detectable_case'] {
  const boundary = plan.looks.at(-1)?.case ?? null;
  if (boundary === null || paired.length === 0) return null;
  const looks = plan.looks.map(({ look }) => look);
  const planned = paired.map((item) => mostCountsOf(item, looks));
  const n = lowerMedian(planned.map((item) => item.n));
  const m = lowerMedian(planned.map((item) => item.m));
  const power = plan.looks_choose ? powerAgain(m, looks, stages, plan) : powerAlone(planned, n, m, boundary);
  let seen: number | null = null;
  // A case that passes more is seen less often, so the first one that is not detected ends the search.
  for (let a = 0; a < n; a++) {
    if (power(a / n) < USUALLY) break;
    seen = a;
  }
  return seen === null ? null : { passed: seen, trials: n, baseline_trials: m };
}

type Power = (rate: number) => number;
type Budget = Pick<GatePlan, 'total_alpha'>;

/** By stored trials at the last look. */
function powerAlone(planned: readonly PlannedCounts[], n: number, m: number, boundary: number): Power {
  const isSeen = caseSight(planned, boundary, false);
  const red = Array.from({ length: n + 1 }, (_, a) => isSeen({ a, n, b: m, m }));
  return (rate) => binomialPmf(n, rate).reduce((sum, chance, a) => sum + (red[a] === true ? chance : 0), 0);
}

/** By fresh trials of the case: those of the whole suite, which a large fall brings along, see more. */
function powerAgain(m: number, looks: readonly number[], stages: readonly number[], plan: Budget): Power {
  const red = stageBoundaries(divideAgain([], true, plan).case, stages);
  const played = {
    stored: m,
    looks: looks.map((trials, i) => ({
      trials,
      worse: (p: number) => (i === looks.length - 1 ? looksWorse(p, m) : isSuspicious(p, m, i === 0, true)),
    })),
    stages: stages.map((trials, i) => ({
      trials,
      isRed: (p: number) => reaches(p, red[i] ?? 0),
      cleared: clearedAbove(trials),
    })),
  };
  return (rate) => casePower(rate, played);
}
