import { decimal, points, wholePercent } from '#common/words.ts';
import { MOST_POOLED_RUNS } from '#gate/baseline/pool/pool.ts';
import { type Calibration, type Chances, type Effect, monteCarloError, type PlanCalibration } from './calibration.ts';

const SEEN_AS: { readonly [effect in Effect]?: string } = {
  drop_5: 'a drop of 5 points is seen in',
  one_broken: 'one broken case in',
};

/** The drop that a suite should detect. */
const WANTED = 0.05;

/** Acceptable share of red on unchanged pull requests: the false-alarm budget of the default policy. */
const FALSE_ALARMS = 0.05;

/** Number of standard errors of the simulation within which a share still meets a bound. */
const ERRORS = 2;

/** An effect counts as detected if it is detected this often. */
const SEEN = 0.8;

/** A method or plan that detects this much more deserves a change. */
const CLEARLY = 0.1;

/** More unchanged pull requests than this without an answer are a nuisance. */
const OPEN = 0.2;

/** A plan that needs at most this share of the trials is worth the change. */
const CHEAPER = 0.9;

/** One sentence: what to change in the policy, or to keep it. A pure function of the numbers. */
export function recommend(calibration: Calibration): string {
  const { plans } = calibration;
  const own = plans.find((plan) => plan.own);
  const adaptive = plans.find(({ method, looks }) => method === 'statistical' && looks.length > 1);
  if (own === undefined || adaptive === undefined) return NOTHING;
  return (
    aboutFloors(own, calibration) ??
    aboutAlarms(own, adaptive, calibration) ??
    aboutBlindness(own, adaptive, calibration) ??
    aboutOpen(own, calibration) ??
    aboutCost(own, adaptive) ??
    keepIt(own)
  );
}

const NOTHING = 'No advice: the plan of the policy is not among those that were simulated.';

function aboutFloors(own: PlanCalibration, { draws }: Calibration): string | null {
  const unchanged = chances(own, 'unchanged');
  if (!isTooOften(unchanged.fail_by_floor_alone, draws)) return null;
  return `Your floors alone are red on ${wholePercent(unchanged.fail_by_floor_alone)} of unchanged pull requests, whatever the method: lower them (pass_rate and tool_recall can have min_mode: confident) or take cases off never_fail.`;
}

function aboutAlarms(own: PlanCalibration, adaptive: PlanCalibration, calibration: Calibration): string | null {
  const { draws, drift } = calibration;
  const alarms = chances(own, 'unchanged').fail;
  if (!isTooOften(alarms, draws)) return null;
  const remedy =
    drift === null
      ? moreEvidence(calibration)
      : `main itself moves by ±${points(drift)} from run to run, so leave confirm at auto, which repeats a failure against main as it is today`;
  if (own.method === 'statistical')
    return `Your policy is red on ${wholePercent(alarms)} of unchanged pull requests: ${remedy}.`;
  const better = chances(adaptive, 'unchanged').fail;
  const wolf = `Your threshold would be red on ${wholePercent(alarms)} of unchanged pull requests`;
  if (better >= alarms) return `${wolf}, and another method is no better here: ${remedy}.`;
  const rest = isTooOften(better, draws) ? `; against the rest, ${remedy}` : '';
  return `${wolf}; with method: statistical and ${trialsText(adaptive.looks)} it is ${wholePercent(better)}${seenText(adaptive, 'drop_5', ', and ')}${rest}.`;
}

function aboutBlindness(own: PlanCalibration, adaptive: PlanCalibration, calibration: Calibration): string | null {
  const blind = (['drop_5', 'one_broken'] as const).find((effect) => detectionRate(own, effect) < SEEN);
  if (blind === undefined) return null;
  const misses = `Your policy sees ${NAMES[blind]} in only ${wholePercent(detectionRate(own, blind))} of the pull requests that have it`;
  const others = calibration.plans.filter(({ method, own: is }) => method === 'statistical' && !is);
  const able = others
    .filter((plan) => !isTooOften(chances(plan, 'unchanged').fail, calibration.draws))
    .filter(
      (plan) =>
        detectionRate(plan, blind) >=
        Math.max(detectionRate(own, blind) + CLEARLY, Math.min(SEEN, detectionRate(adaptive, blind))),
    )
    .toSorted((left, right) => chances(left, 'unchanged').trials - chances(right, 'unchanged').trials);
  const [cheapest] = able;
  if (cheapest !== undefined) {
    const method = own.method === 'statistical' ? '' : 'method: statistical and ';
    const more = detectionRate(cheapest, blind) < SEEN ? `; ${moreEvidence(calibration)}` : '';
    return `${misses}; with ${method}${trialsText(cheapest.looks)} it is ${wholePercent(detectionRate(cheapest, blind))}${more}.`;
  }
  return `${misses}: ${blind === 'drop_5' ? moreEvidence(calibration) : moreTrials(calibration)}.`;
}

function aboutOpen(own: PlanCalibration, calibration: Calibration): string | null {
  const { inconclusive } = chances(own, 'unchanged');
  if (inconclusive <= OPEN) return null;
  return `Your policy leaves ${wholePercent(inconclusive)} of unchanged pull requests open: ${moreEvidence(calibration)}, or allow more trials.`;
}

function aboutCost(own: PlanCalibration, adaptive: PlanCalibration): string | null {
  if (own.method === 'threshold' || own === adaptive) return null;
  const cheaper = chances(adaptive, 'unchanged').trials <= CHEAPER * chances(own, 'unchanged').trials;
  const asGood = (['drop_5', 'one_broken'] as const).every(
    (effect) => detectionRate(adaptive, effect) >= Math.min(SEEN, detectionRate(own, effect)),
  );
  if (!cheaper || !asGood) return null;
  return `Your policy holds; ${trialsText(adaptive.looks)} would detect as much that matters with ${decimal(chances(adaptive, 'unchanged').trials)} trials per case instead of ${decimal(chances(own, 'unchanged').trials)}.`;
}

function keepIt(own: PlanCalibration): string {
  return `Keep it: red on ${wholePercent(chances(own, 'unchanged').fail)} of unchanged pull requests${seenText(own, 'drop_5', ', ')}${seenText(own, 'one_broken', ', ')}.`;
}

/** Only its own trials on both sides can show a single case. */
function moreTrials({ runs }: Calibration): string {
  const trials = 'allow more trials';
  return runs < MOST_POOLED_RUNS
    ? `pool more runs of main (${runs} of ${MOST_POOLED_RUNS} so far), or ${trials}`
    : trials;
}

const NAMES = { drop_5: 'a drop of 5 points', one_broken: 'one broken case' } as const;

function isTooOften(share: number, draws: number): boolean {
  return share > FALSE_ALARMS + ERRORS * monteCarloError(FALSE_ALARMS, draws);
}

/** How often an effect is detected; an impossible one is not missed. */
function detectionRate({ effects }: PlanCalibration, effect: Effect): number {
  return effects[effect]?.fail ?? 1;
}

/** Pull requests that change nothing can always be drawn. */
function chances({ effects }: PlanCalibration, effect: 'unchanged'): Chances {
  return effects[effect] ?? { fail: 0, inconclusive: 0, pass: 0, fail_by_floor_alone: 0, trials: 0 };
}

/** A plan as written in the config. */
function trialsText(looks: readonly number[]): string {
  const [first = 1] = looks;
  const last = looks.at(-1) ?? first;
  return first === last ? `trials: ${first}` : `trials: {min: ${first}, max: ${last}}`;
}

/** `, and a drop of 5 points is seen in 86 %`; empty if the effect is impossible on the suite. */
function seenText({ effects }: PlanCalibration, effect: Effect, join: string): string {
  const chances = effects[effect];
  const name = SEEN_AS[effect];
  return chances === null || name === undefined ? '' : `${join}${name} ${wholePercent(chances.fail)}`;
}

/**
 * What would help: more runs of main in the pool, and more cases. The detectable drop shrinks with the square root of the
 * number of cases.
 */
function moreEvidence({ cases, runs, detectable_drop: drop }: Calibration): string {
  const needed = drop === null ? 0 : Math.ceil(cases * (drop / WANTED) ** 2);
  const add =
    needed > cases ? `add cases (about ${needed} like these ${cases} would show a drop of 5 points)` : 'add cases';
  return runs < MOST_POOLED_RUNS ? `pool more runs of main (${runs} of ${MOST_POOLED_RUNS} so far), or ${add}` : add;
}
