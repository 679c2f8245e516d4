import { normalQuantile } from '../distributions/normal.ts';
import { type Drift, leastBeyondDays } from '../values/drift.ts';
import { type CaseTest, caseReds } from './case-reds.ts';
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
  /** The last test of single cases; `null`: they are not tested. */
  readonly cases: CaseTest | null;
}

/**
 * The share of changes that lower the mean by a drop that are red, where stored trials of main decide: the plan, played. The mean's test is; or a
 * single case is by itself, which in a suite of three happens as often.
 */
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
      red: Math.max(tolerated, drift === null ? byChance : leastBeyondDays(byChance, error, drift, red)),
      passed: ruleOut === null ? Number.POSITIVE_INFINITY : ruleOut - bound,
    };
  });
  const [ofMain, ofFixed] = [Math.sqrt(suite.main), Math.sqrt(suite.fixed)];
  const redCases = plan.cases === null ? () => 0 : caseReds(cases, plan.cases);
  let reds = 0;
  const plays = fixedNormals();
  for (const z of plays) {
    let next = 2;
    let [sum, seen, isRed] = [0, 0, false];
    const steady = ofMain * (z[0] ?? 0) + ofFixed * (z[1] ?? 0);
    for (const { look, added, red, passed } of atLook) {
      sum += added * (z[next++] ?? 0);
      seen = drop + (steady + sum / look) / count;
      isRed = seen > red;
      if (isRed || seen < passed) break;
    }
    reds += isRed ? 1 : redCases(seen);
  }
  return reds / plays.length;
}
