import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { mostCountsOf } from '#domain/gate/evidence.ts';
import { planGates } from '#domain/gate/plan.ts';
import type { Policy } from '#domain/gate/policy.ts';
import { detectableDrop } from '#domain/statistics/counts/detectable-drop.ts';
import { mean } from '#domain/statistics/mean.ts';
import { quantile } from '#domain/statistics/quantile.ts';
import { seededRandom } from '#domain/statistics/seeded-random.ts';
import { planLooks } from '#domain/trial/looks.ts';
import { type TrialRange, trialNumbers } from '#domain/trial/trial-range.ts';
import type { Calibration, Effect } from './calibration.ts';
import { EFFECTS } from './effects.ts';
import { judgeOfDraw } from './judge-draw.ts';
import { type Plan, plansOf } from './plans.ts';
import { drawTerms, resample } from './resample.ts';
import { type StoredSuite, storedSuite } from './stored-suite.ts';
import { suiteFacts } from './suite-facts.ts';
import { chancesOf, counted, type Tally } from './tally.ts';

/** The number of draws and their seed. Equal options on equal files give equal numbers. */
export interface CalibrationOptions {
  /** Simulated pull requests per effect. */
  readonly draws: number;
  readonly seed: number;
}

/**
 * How a policy behaves on a repository's own stored trials: how often it is red or open on pull requests that change nothing,
 * and how often it detects a drop of 2, 5 and 10 points and one broken case; with both methods, for fixed numbers of trials and
 * the adaptive plan. Runs of main and candidates are simulated by resampling (see `resample`); the verdicts are the gate's,
 * floors included, but no failure is confirmed on main, no trial is missing, and `check:` entries of `never_fail` are ignored.
 *
 * @param runs runs of main in any order
 * @param written `null`: what a suite of this size means
 * @returns `null` if no run has a judged trial
 */
export function calibrate(
  runs: readonly ResultsFile[],
  policy: Policy,
  written: TrialRange | null,
  { draws, seed }: CalibrationOptions,
): Calibration | null {
  const newestFirst = runs.toSorted((one, other) => compareTimes(other.created_at, one.created_at));
  const [newest] = newestFirst;
  const suite = newest === undefined ? null : storedSuite(newest, newestFirst, policy);
  if (suite === null || suite.cases.length === 0) return null;
  const trials = trialNumbers(written, suite.cases.length);
  const plans = plansOf(policy, trials, trialNumbers(null, suite.cases.length));
  const tallies = drawAll(suite, policy, plans, { draws, seed });
  return {
    runs: suite.runs,
    left_out: suite.left_out,
    cases: suite.cases.length,
    trials:
      quantile(
        suite.cases.map(({ item }) => item.baseline.length),
        0.5,
      ) ?? 0,
    pass_rate: mean(suite.cases.map(({ rate }) => rate)) ?? 0,
    drift: suite.between === null ? null : Math.sqrt(suite.between.variance),
    detectable_drop: detectable(suite, policy, planLooks(trials)),
    draws,
    plans: plans.map((plan, index) => ({ ...plan, effects: effectsOf((effect) => tallies[effect][index]) })),
  };
}

/** The tallies of every plan, by effect. */
type Tallies = { readonly [effect in Effect]: Tally[] };

function drawAll(suite: StoredSuite, policy: Policy, plans: readonly Plan[], options: CalibrationOptions): Tallies {
  const random = seededRandom(options.seed);
  const terms = drawTerms(suite, policy, plans);
  const facts = suiteFacts(
    suite.cases.map(({ item }) => item),
    policy,
  );
  const tallies: Tallies = { unchanged: [], drop_2: [], drop_5: [], drop_10: [], one_broken: [] };
  for (let draw = 0; draw < options.draws; draw++) {
    const drawn = resample(terms, random);
    const { judge } = judgeOfDraw(policy, plans, facts, terms.cuts, drawn);
    for (const effect of EFFECTS) {
      const candidate = drawn.candidateOf(effect);
      if (candidate === null) continue;
      for (const [index, outcome] of judge(candidate).entries())
        tallies[effect][index] = counted(tallies[effect][index], outcome);
    }
  }
  return tallies;
}

function effectsOf(tallyOf: (effect: Effect) => Tally | undefined): Calibration['plans'][number]['effects'] {
  const of = (effect: Effect) => chancesOf(tallyOf(effect));
  return {
    unchanged: of('unchanged'),
    drop_2: of('drop_2'),
    drop_5: of('drop_5'),
    drop_10: of('drop_10'),
    one_broken: of('one_broken'),
  };
}

function detectable({ cases }: StoredSuite, policy: Policy, looks: readonly number[]): number | null {
  const paired = cases.map(({ item }) => ({ ...item, scheduled: item.fixed ? item.scheduled : (looks.at(-1) ?? 1) }));
  const statistical: Policy = { ...policy, method: 'statistical' };
  const { suite: alpha = 0 } = planGates(paired, statistical, { looks, reckons_with_spread: false }).alpha;
  return alpha > 0
    ? detectableDrop(
        paired.map((item) => mostCountsOf(item, looks)),
        alpha,
      )
    : null;
}

/** Orders times; texts that are no time are older than any. */
function compareTimes(one: string, other: string): number {
  return timeOf(one) - timeOf(other);
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? 0 : time;
}
