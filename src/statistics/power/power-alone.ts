import { reaches } from '../beyond.ts';
import { fisherLess } from '../counts/fisher.ts';
import { binomialPmf } from '../distributions/binomial.ts';
import { normalQuantile } from '../distributions/normal.ts';
import { type Drift, leastBeyondDays } from '../values/drift.ts';
import { fixedNormals, NUMBERS } from './fixed-normals.ts';
import { kindsOf, type LoweredSuite, lossOf, loweredSuite, type PlannedCase } from './lowered-suite.ts';
import type { DropLimits, Step } from './power-again.ts';

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
export function powerAlone(cases: readonly PlannedCase[], plan: AlonePlan): (drop: number) => number {
  const { looks, max_drop: tolerated, rule_out: ruleOut, drift } = plan;
  const redCases = plan.cases === null ? () => 0 : caseReds(cases, plan.cases);
  return (drop) => {
    const suite = loweredSuite(cases, drop);
    const count = suite.cases;
    const atLook = looks.map(({ look, red, z }, i): Step => {
      const spread = suite.at(look);
      const error = Math.sqrt(spread.exchangeable) / count;
      const bound = z * Math.sqrt(spread.error / count ** 2 + plan.extra_variance);
      const byChance = -normalQuantile(red) * error;
      return {
        trials: look,
        added: Math.sqrt((look - (looks[i - 1]?.look ?? 0)) * suite.free),
        red: Math.max(tolerated, drift === null ? byChance : leastBeyondDays(byChance, error, drift, red)),
        passed: ruleOut === null ? Number.POSITIVE_INFINITY : ruleOut - bound,
      };
    });
    return shareOfReds(suite, drop, atLook, redCases);
  };
}

/** `looks`: in drops of the mean. */
function shareOfReds(
  { cases, main, fixed }: LoweredSuite,
  drop: number,
  looks: readonly Step[],
  redCases: (seen: number) => number,
): number {
  const [ofMain, ofFixed] = [Math.sqrt(main), Math.sqrt(fixed)];
  const z = fixedNormals();
  let reds = 0;
  for (let at = 0; at < z.length; at += NUMBERS) {
    // Without iterators, which would fill the memory with what lives for one step.
    let sum = 0;
    let seen = 0;
    let isRed = false;
    const steady = ofMain * (z[at] ?? 0) + ofFixed * (z[at + 1] ?? 0);
    let look = looks[0];
    for (let i = 0; look !== undefined; look = looks[++i]) {
      sum += look.added * (z[at + 2 + i] ?? 0);
      seen = drop + (steady + sum / look.trials) / cases;
      isRed = seen > look.red;
      if (isRed || seen < look.passed) break;
    }
    reds += isRed ? 1 : redCases(seen);
  }
  return (reds * NUMBERS) / z.length;
}

/** When single cases are tested against main's stored trials, for the last time. */
interface CaseTest {
  /** Trials of each case. */
  readonly look: number;
  /** The adjusted p that is red. */
  readonly red: number;
}

/** Drops as near as this are alike. */
const STEP = 0.01;

/**
 * How often some case is red by itself, given the drop of the mean that is seen: every case then passes less by the same amount than on main, as
 * far as it can.
 */
export function caseReds(cases: readonly PlannedCase[], { look, red }: CaseTest): (seen: number) => number {
  const level = 1 - (1 - red) ** (1 / cases.length);
  const kinds = kindsOf(cases).map(({ item, count }) => {
    const n = item.own ?? look;
    return { rate: item.b / item.m, n, count, most: mostPassesOfRed(item, n, level) };
  });
  const known: number[] = [];
  return (seen) => {
    const step = Math.max(0, Math.round(seen / STEP));
    known[step] ??= 1 - chanceOfNone(kinds, step * STEP);
    return known[step];
  };
}

/** Cases with equal counts, and the most passes that are red. */
type RedKind = { readonly rate: number; readonly n: number; readonly count: number; readonly most: number };

function chanceOfNone(kinds: readonly RedKind[], drop: number): number {
  const loss = lossOf(kinds, drop);
  return kinds.reduce((all, kind) => all * (1 - atMost(kind, Math.max(0, kind.rate - loss))) ** kind.count, 1);
}

/** The most passes that are red; −1: none are. */
function mostPassesOfRed({ b, m }: PlannedCase, n: number, level: number): number {
  let most = -1;
  while (most < n && reaches(fisherLess({ a: most + 1, n, b, m }), level)) most += 1;
  return most;
}

function atMost({ n, most }: { readonly n: number; readonly most: number }, rate: number): number {
  return binomialPmf(n, rate)
    .slice(0, most + 1)
    .reduce((sum, chance) => sum + chance, 0);
}
