import { keyed } from '#common/keyed.ts';
import { sightOf } from '#gate/decision/numbers/sight.ts';
import { planGates } from '#gate/decision/rules/plan.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { mean } from '#statistics/mean.ts';
import { quantile } from '#statistics/quantile.ts';
import { planLooks } from '#trials/trial/looks.ts';
import type { Calibration, Effect } from './calibration.ts';
import { EFFECTS } from './effects.ts';
import type { Simulation } from './simulation.ts';
import { chancesOf, together } from './tally.ts';
import type { Tallies } from './tally-draws.ts';
import { withMethod } from './with-method.ts';

/**
 * How a policy behaves on a repository's own stored trials: how often it is red or open on pull requests that change nothing,
 * and how often it detects a drop of 2, 5 and 10 points and one broken case; with both methods, for fixed numbers of trials and
 * the adaptive plan. Runs of main and candidates are simulated by resampling (see `resample`); the verdicts are the gate's,
 * floors included, but no failure is confirmed on main, no trial is missing, and `check:` entries of `never_fail` are ignored.
 *
 * @param parts which together hold every draw once
 */
export function calibrationOf(
  { suite, policy, plans, trials, draws }: Simulation,
  parts: readonly Tallies[],
): Calibration {
  const chances = (effect: Effect, plan: number) =>
    chancesOf(together(parts.flatMap((tallies) => tallies[effect][plan] ?? [])), suite.cases.length);
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
    plans: plans.map((plan, index) => ({
      ...plan,
      effects: keyed<Calibration['plans'][number]['effects']>(EFFECTS, (effect) => chances(effect, index)),
    })),
  };
}

function detectable({ cases }: Simulation['suite'], policy: Policy, looks: readonly number[]): number | null {
  const paired = cases.map(({ item }) => ({ ...item, scheduled: item.fixed ? item.scheduled : (looks.at(-1) ?? 1) }));
  return sightOf(paired, planGates(paired, withMethod(policy, 'statistical'), { looks }), []).detectable_drop;
}
