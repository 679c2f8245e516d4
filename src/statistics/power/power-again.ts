import { normalQuantile } from '../distributions/normal.ts';
import { fixedNormals, NUMBERS } from './fixed-normals.ts';
import { loweredSuite, type PlannedCase } from './lowered-suite.ts';

/** What a test of the mean compares with, in drops of the mean as its trials show it. */
export interface DropLimits {
  readonly max_drop: number;
  /** `null`: nothing has to be ruled out. */
  readonly rule_out: number | null;
}

/** Looks that only choose, and fresh trials of both sides that decide. */
export interface AgainPlan extends DropLimits {
  /** Trials per case, ascending, and the standard errors between a drop and the one that is ruled out. */
  readonly looks: readonly { readonly look: number; readonly z: number }[];
  /** A look looks worse at a p up to this. */
  readonly worse: number;
  /** Fresh trials per case and side, the p that is red, the p above which it is over, and the standard errors as above; stage by stage. */
  readonly stages: readonly {
    readonly trials: number;
    readonly red: number;
    readonly cleared: number;
    readonly z: number;
  }[];
}

/** The prior of Jeffreys, Beta(½, ½): without it, suites whose cases pass at 95 % or more have 67 to 75 reds where 80 are said. */
const JEFFREYS = 0.5;

/**
 * The share of changes that lower the mean by a drop that the mean's test turns red, where fresh trials of both sides decide: the plan itself,
 * played with normal numbers in place of counts. Single cases that are red by themselves come on top.
 */
export function powerAgain(cases: readonly PlannedCase[], plan: AgainPlan): (drop: number) => number {
  const { looks, max_drop: tolerated, rule_out: ruleOut, worse } = plan;
  const zWorse = -normalQuantile(worse);
  return (drop) => {
    const suite = loweredSuite(cases, drop, JEFFREYS);
    const count = suite.cases;
    const beyond = (limit: number) => (limit - drop) * count;
    const atLook = looks.map(({ look, z }, i) => {
      const { exchangeable, error } = suite.at(look);
      const added = Math.sqrt((look - (looks[i - 1]?.look ?? 0)) * suite.free);
      return {
        trials: look,
        added,
        red: beyond(Math.max(tolerated, (zWorse * Math.sqrt(exchangeable)) / count)),
        passed: beyond(ruleOut === null ? Number.POSITIVE_INFINITY : ruleOut - (z * Math.sqrt(error)) / count),
      };
    });
    const both = suite.mainTrial + suite.trial;
    const atStage = plan.stages.map(({ trials, red, cleared, z }, i) => {
      const error = Math.sqrt(both / trials) / count;
      const bound = (z * Math.sqrt(both / trials + 1 / trials ** 2)) / count;
      const settled = ruleOut === null ? Number.POSITIVE_INFINITY : ruleOut - bound;
      return {
        trials,
        added: Math.sqrt((trials - (plan.stages[i - 1]?.trials ?? 0)) * both),
        red: beyond(Math.max(tolerated, -normalQuantile(red) * error)),
        passed: beyond(Math.min(settled, -normalQuantile(cleared) * error)),
      };
    });
    const [ofMain, ofFixed] = [Math.sqrt(suite.main), Math.sqrt(suite.fixed)];

    const z = fixedNormals();
    let reds = 0;
    for (let at = 0; at < z.length; at += NUMBERS) {
      const steady = ofMain * (z[at] ?? 0) + ofFixed * (z[at + 1] ?? 0);
      if (play(atLook, z, at + 2, steady) === 'passed') continue;
      if (play(atStage, z, at + 2 + looks.length, 0) === 'red') reds += 1;
    }
    return (reds * NUMBERS) / z.length;
  };
}

/** A look or a stage, at which a drop is seen. */
export interface Step {
  /** Of each case until here. */
  readonly trials: number;
  /** By those since the step before: a standard deviation of the sum over the cases. */
  readonly added: number;
  /** More is red, or worth trying again. */
  readonly red: number;
  /** Less has passed. */
  readonly passed: number;
}

/** How steps end whose drops are sums over the cases, beyond what the change lowers each; `null`: after the last one nothing is settled. */
function play(steps: readonly Step[], z: Float64Array, first: number, steady: number): 'red' | 'passed' | null {
  let sum = 0;
  let step = steps[0];
  for (let i = 0; step !== undefined; step = steps[++i]) {
    sum += step.added * (z[first + i] ?? 0);
    const seen = steady + sum / step.trials;
    if (seen > step.red) return 'red';
    if (seen < step.passed) return 'passed';
  }
  return null;
}
