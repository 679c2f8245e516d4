import { seededRandom } from '#statistics/seeded-random.ts';
import type { Effect } from './calibration.ts';
import { EFFECTS } from './effects.ts';
import { judgeOfDraw } from './judge-draw.ts';
import { resample } from './resample.ts';
import type { Simulation } from './simulation.ts';
import { addVerdict, type Tally } from './tally.ts';

/** The tallies of every plan, by effect. */
export type Tallies = { readonly [effect in Effect]: Tally[] };

/**
 * Makes some of a simulation's draws and counts their verdicts. Each draw has its own seed, so it does not matter which thread
 * makes it.
 *
 * @param draws their numbers, from 0
 */
export function tallyDraws({ suite, policy, plans, seed }: Simulation, draws: Iterable<number>): Tallies {
  const most = Math.max(1, ...plans.flatMap(({ looks }) => looks));
  const tallies: Tallies = { unchanged: [], drop_2: [], drop_5: [], drop_10: [], one_broken: [] };
  for (const draw of draws) {
    const drawn = resample(suite, most, seededRandom(seed + draw));
    const judge = judgeOfDraw(policy, plans, drawn.main);
    for (const effect of EFFECTS) {
      const candidate = drawn.candidateOf(effect);
      if (candidate === null) continue;
      for (const [index, outcome] of judge(candidate).entries())
        tallies[effect][index] = addVerdict(tallies[effect][index], outcome);
    }
  }
  return tallies;
}
