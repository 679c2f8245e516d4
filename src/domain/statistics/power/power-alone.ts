import { normalQuantile } from '../distributions/normal.ts';
import { type Drift, driftP } from '../values/drift.ts';
import { fixedNormals } from './fixed-normals.ts';
import { loweredSuite, type PlannedCase } from './lowered-suite.ts';
import type { DropLimits } from './power-again.ts';

/** Looks against stored trials of main, which decide. */
export interface AlonePlan extends DropLimits {
  /** Trials per case, ascending; the p that is red, and the standard errors between a drop and the one that is ruled out. */
  readonly looks: readonly { readonly look: number; readonly red: number; readonly z: number }[];
  /** How far main may have moved since its runs; `null`: not at all. */
  readonly drift: Drift | null;
  /** Of the drop, from runs of main that differ beyond chance. */
  readonly extra_variance: number;
}

/** The share of changes that lower the mean by a drop that the mean's test turns red, where stored trials of main decide: the plan, played. */
export function powerAlone(cases: readonly PlannedCase[], plan: AlonePlan, drop: number): number {
  const { looks, max_drop: tolerated, rule_out: ruleOut, drift } = plan;
  const suite = loweredSuite(cases, drop);
  const count = suite.cases;
  const atLook = looks.map(({ look, red, z }, i) => {
    const spread = suite.at(look);
    const error = Math.sqrt(spread.exchangeable) / count;
    const bound = z * Math.sqrt(spread.error / count ** 2 + plan.extra_variance);
    const byChance = -normalQuantile(red) * error;
    return {
      look,
      added: Math.sqrt((look - (looks[i - 1]?.look ?? 0)) * suite.free),
      red: Math.max(tolerated, drift === null ? byChance : beyondDays(byChance, error, drift, red)),
      passed: ruleOut === null ? Number.POSITIVE_INFINITY : ruleOut - bound,
    };
  });
  const [ofMain, ofFixed] = [Math.sqrt(suite.main), Math.sqrt(suite.fixed)];
  let reds = 0;
  const plays = fixedNormals();
  for (const z of plays) {
    let next = 2;
    let sum = 0;
    const steady = ofMain * (z[0] ?? 0) + ofFixed * (z[1] ?? 0);
    for (const { look, added, red, passed } of atLook) {
      sum += added * (z[next++] ?? 0);
      const seen = drop + (steady + sum / look) / count;
      if (seen > red) reds += 1;
      if (seen > red || seen < passed) break;
    }
  }
  return reds / plays.length;
}

/** Drops up to this are looked at, to a millionth. */
const LARGEST = 1;
const HALVINGS = 20;

/** The smallest drop that another day explains no more often than a p says. */
function beyondDays(least: number, error: number, drift: Drift, p: number): number {
  let [low, high] = [Math.min(least, LARGEST), LARGEST];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (driftP(middle, error, drift) <= p) high = middle;
    else low = middle;
  }
  return high;
}
