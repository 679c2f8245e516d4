import { wholePercent } from '#common/words.ts';
import { MOST_POOLED_RUNS } from '#gate/baseline/pool/pool.ts';
import type { Calibration, Effect, PlanCalibration } from './calibration.ts';

/** A plan as written in the config. */
export function trialsText(looks: readonly number[]): string {
  const [first = 1] = looks;
  const last = looks.at(-1) ?? first;
  return first === last ? `trials: ${first}` : `trials: {min: ${first}, max: ${last}}`;
}

const SEEN: { readonly [effect in Effect]?: string } = {
  drop_5: 'a drop of 5 points is seen in',
  one_broken: 'one broken case in',
};

/** `, and a drop of 5 points is seen in 86 %`; empty if the effect is impossible on the suite. */
export function seenText({ effects }: PlanCalibration, effect: Effect, join: string): string {
  const chances = effects[effect];
  const name = SEEN[effect];
  return chances === null || name === undefined ? '' : `${join}${name} ${wholePercent(chances.fail)}`;
}

/** The drop that a suite should detect. */
const WANTED = 0.05;

/**
 * What would help: more runs of main in the pool, and more cases. The detectable drop shrinks with the square root of the
 * number of cases.
 */
export function moreEvidence({ cases, runs, detectable_drop: drop }: Calibration): string {
  const needed = drop === null ? 0 : Math.ceil(cases * (drop / WANTED) ** 2);
  const add =
    needed > cases ? `add cases (about ${needed} like these ${cases} would show a drop of 5 points)` : 'add cases';
  return runs < MOST_POOLED_RUNS ? `pool more runs of main (${runs} of ${MOST_POOLED_RUNS} so far), or ${add}` : add;
}
