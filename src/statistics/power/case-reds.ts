import { reaches } from '../beyond.ts';
import { fisherLess } from '../counts/fisher.ts';
import { binomialPmf } from '../distributions/binomial.ts';
import { kindsOf, lossOf, type PlannedCase } from './lowered-suite.ts';

/** When single cases are tested against main's stored trials, for the last time. */
export interface CaseTest {
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
  const known = new Map<number, number>();
  return (seen) => {
    const step = Math.max(0, Math.round(seen / STEP));
    const before = known.get(step);
    if (before !== undefined) return before;
    const loss = lossOf(kinds, step * STEP);
    const none = kinds.reduce((all, kind) => all * (1 - atMost(kind, Math.max(0, kind.rate - loss))) ** kind.count, 1);
    known.set(step, 1 - none);
    return 1 - none;
  };
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
