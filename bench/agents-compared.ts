// npm run agents-compared: a contributor runs it when the comparison of agents changes.
import { type Passes, pairwiseExact } from '#statistics/counts/pairwise-exact.ts';
import { seededRandom } from '#statistics/seeded-random.ts';

/** How often a comparison of agents that are all equal shows a difference between any two of them. */
export interface FamilyError {
  readonly agents: number;
  readonly cases: number;
  readonly trials: number;
  /** Share of the comparisons, 0–1. */
  readonly rate: number;
  readonly comparisons: number;
}

/** Comparisons that the command draws for each row. */
const DRAWN = 4_000;

const SEED = 1;

/**
 * Draws comparisons of equal agents. Every comparison has a suite of its own: a case passes with one rate for all agents, drawn
 * from 70 % stable cases, Beta(49, 1); 20 % wavering ones, uniform from 0.6 to 0.95; 10 % that mostly fail, uniform from 0 to
 * 0.5. The seed is fixed: the same numbers every time.
 */
export function familyError(
  { agents, cases, trials }: Pick<FamilyError, 'agents' | 'cases' | 'trials'>,
  comparisons: number,
): FamilyError {
  const random = seededRandom(SEED);
  let count = 0;
  for (let index = 0; index < comparisons; index += 1) {
    const rates = Array.from({ length: cases }, () => passRate(random));
    const sides = Array.from({ length: agents }, () => rates.map((rate) => passes(rate, trials, random)));
    if (pairwiseExact(sides).some(({ p_holm: p }) => p <= 0.05)) count += 1;
  }
  return { agents, cases, trials, rate: count / comparisons, comparisons };
}

/** How often the worse of two agents is found if it passes every case less often by `drop`. */
export function power(cases: number, trials: number, drop: number, comparisons: number): number {
  const random = seededRandom(SEED);
  let count = 0;
  for (let index = 0; index < comparisons; index += 1) {
    const rates = Array.from({ length: cases }, () => passRate(random));
    const [better, worse] = [0, drop].map((lost) =>
      rates.map((rate) => passes(Math.max(0, rate - lost), trials, random)),
    );
    const [test] = pairwiseExact([worse ?? [], better ?? []]);
    if (test !== undefined && test.p_holm <= 0.05 && (test.difference ?? 0) > 0) count += 1;
  }
  return count / comparisons;
}

function passRate(random: () => number): number {
  const kind = random();
  const uniform = random();
  if (kind < 0.7) return uniform ** (1 / 49);
  return kind < 0.9 ? 0.6 + 0.35 * uniform : 0.5 * uniform;
}

function passes(rate: number, trials: number, random: () => number): Passes {
  let passed = 0;
  for (let trial = 0; trial < trials; trial += 1) if (random() < rate) passed += 1;
  return { passed, scored: trials };
}

if (import.meta.main) {
  for (const [agents, cases, trials] of [
    [2, 50, 5],
    [3, 50, 5],
    [5, 50, 5],
    [3, 10, 10],
    [3, 3, 25],
  ] as const) {
    const { rate } = familyError({ agents, cases, trials }, DRAWN);
    console.log(
      `${agents} equal agents, ${cases} cases × ${trials} trials: any difference shown in ${(100 * rate).toFixed(1)} % of ${DRAWN} comparisons (at most 5 %)`,
    );
  }
  for (const drop of [0.03, 0.05, 0.1]) {
    const found = power(50, 5, drop, DRAWN / 4);
    console.log(
      `2 agents, 50 cases × 5 trials, one ${100 * drop} points worse: shown in ${(100 * found).toFixed(0)} % of ${DRAWN / 4} comparisons`,
    );
  }
}
