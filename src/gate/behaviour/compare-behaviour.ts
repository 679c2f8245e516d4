import { groupBy } from '#common/group-by.ts';
import { reaches } from '#statistics/beyond.ts';
import { chanceOf, exactTable, type Table } from '#statistics/counts/two-sided.ts';
import { type CaseCalls, countFacts, type Fact, type FactCounts } from './facts.ts';

/** A fact of one case with its p by itself. */
interface CaseFact extends FactCounts {
  readonly id: string;
  readonly p: number;
}

/** A fact over all cases in which it varies. */
interface SuiteFact extends FactCounts {
  readonly cases: number;
  readonly p: number;
}

/** Whether a change behaves otherwise than main. */
export interface BehaviourChange {
  /** The chance of a difference this clear if nothing changed, adjusted for its share of the tests. */
  readonly p: number;
  /** What differs beyond chance: the clearest fact of each case, and facts over several cases. */
  readonly cases: readonly CaseFact[];
  readonly suite: readonly SuiteFact[];
  /** Trials of main per case, if they are too few for any single case to show a change; `null`: they suffice. */
  readonly too_few: number | null;
}

/** How the tests share the false alarms; together 1. For a single case there is nothing to add up. */
const SHARES = { case: 0.4, suite: 0.4, order: 0.2 } as const;
const OF_ONE_CASE = { case: 1, suite: 0, order: 0 } as const;

/** The false alarms of all tests together. */
export const BEHAVIOUR_ALPHA = 0.05;

/**
 * Compares what trials did, case by case and over the suite, by exact tests without random numbers.
 *
 * @param alpha the chance that an unchanged agent is called changed, at most
 */
export function compareBehaviour(cases: readonly CaseCalls[], alpha: number = BEHAVIOUR_ALPHA): BehaviourChange {
  const compared = cases
    .filter(({ main, here }) => main.length > 0 && here.length > 0)
    .toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const shares = compared.length === 1 ? OF_ONE_CASE : SHARES;
  const counted = compared.map((item) => ({ id: item.id, facts: countFacts(item) }));
  const all = counted.flatMap(({ facts }) => facts.map(({ counts }) => counts));
  // Each pattern once, whichever trials are main's: so the tests stay exact.
  const byCase = counted.map(({ id, facts }) =>
    [...groupBy(facts, ({ pattern }) => pattern).values()].flatMap((same) =>
      same.slice(0, 1).map(({ counts }) => {
        const table = tableOf(counts);
        return { table, fact: { ...counts, id, p: table.p[counts.here - table.low] ?? 1 } };
      }),
    ),
  );
  const overCases = (kinds: readonly Fact['kind'][]) =>
    [...groupBy(all, ({ key }) => key).values()].filter(([first]) => first && kinds.includes(first.fact.kind));
  const single = testOf(byCase, shares.case, alpha);
  const suite = testOf([overCases(['used', 'twice', 'none']).flatMap(sumFacts)], shares.suite, alpha);
  const order = testOf([overCases(['before']).flatMap(sumFacts)], shares.order, alpha);
  const clearest = [...groupBy(single.shown, ({ id }) => id).values()].flatMap((own) => own.slice(0, 1));
  const canShow = compared.some(({ main, here }) => {
    const least = exactTable(main.length, here.length, main.length).p[0] ?? 1;
    return least + single.adjusted(least) <= shares.case * alpha;
  });
  return {
    p: Math.min(1, single.p, suite.p, order.p),
    cases: clearest,
    suite: [...suite.shown, ...order.shown].filter((fact) => fact.cases > 1 || clearest.length === 0),
    too_few: canShow || compared.length === 0 ? null : Math.min(...compared.map(({ main }) => main.length)),
  };
}

/** A test of one fact, with all that its count could have been. */
interface TestedFact<Of> {
  readonly fact: Of;
  readonly table: Table;
}

/**
 * What facts say together: a union within a group, as facts depend on one another, and independence between groups. A fact that can't reach
 * the p costs nothing.
 *
 * @param share of the false alarms
 */
function testOf<Of extends CaseFact | SuiteFact>(
  groups: readonly (readonly TestedFact<Of>[])[],
  share: number,
  alpha: number,
) {
  const adjust = (p: number): number => {
    const reached = groups.map((group) => group.reduce((sum, { table }) => sum + chanceOf(table, p), 0));
    return 0 - Math.expm1(reached.reduce((none, chance) => none + Math.log1p(-Math.min(1, chance)), 0));
  };
  const facts = groups.flat().map(({ fact }) => fact);
  const placed = (fact: Of) => `${'id' in fact ? fact.id : ''} ${fact.key}`;
  const sorted = facts.toSorted((left, right) => left.p - right.p || (placed(left) < placed(right) ? -1 : 1));
  // The least p comes first, and adjusting keeps the order.
  const first = sorted.findIndex((fact) => !reaches(adjust(fact.p), share * alpha));
  const [least] = sorted;
  return {
    p: least === undefined || share === 0 ? 1 : adjust(least.p) / share,
    shown: first === -1 ? sorted : sorted.slice(0, first),
    adjusted: adjust,
  };
}

function tableOf({ here, main, of_here, of_main }: FactCounts): Table {
  return exactTable(here + main, of_here, of_main);
}

/** A fact over all its cases: exact within each case, their counts added up. */
function sumFacts(same: readonly FactCounts[]): readonly TestedFact<SuiteFact>[] {
  const { low, chances } = same.map(tableOf).reduce(convolve, { low: 0, chances: [1] });
  const p = doubleTails(chances);
  const total = (key: 'here' | 'of_here' | 'main' | 'of_main') => same.reduce((sum, item) => sum + item[key], 0);
  const here = total('here');
  const sides = { here, of_here: total('of_here'), main: total('main'), of_main: total('of_main') };
  const facts = { ...sides, cases: same.length, p: p[here - low] ?? 1 };
  return same.slice(0, 1).map((first) => ({ fact: { ...first, ...facts }, table: { low, chances, p } }));
}

type Chances = Pick<Table, 'low' | 'chances'>;

/** A smaller chance changes no p. */
const NEGLIGIBLE = 1e-18;

function convolve(sum: Chances, next: Chances): Chances {
  const chances = new Array<number>(sum.chances.length + next.chances.length - 1).fill(0);
  for (const [i, chance] of sum.chances.entries()) {
    if (chance < NEGLIGIBLE) continue;
    for (const [j, further] of next.chances.entries()) chances[i + j] = (chances[i + j] ?? 0) + chance * further;
  }
  return { low: sum.low + next.low, chances };
}

/** Twice the smaller tail of each count. */
function doubleTails(chances: readonly number[]): readonly number[] {
  const tails = (own: readonly number[]) => {
    let sum = 0;
    return own.map((chance) => {
      sum += chance;
      return sum;
    });
  };
  const [lower, upper] = [tails(chances), tails(chances.toReversed()).reverse()];
  return lower.map((tail, at) => Math.min(1, 2 * Math.min(tail, upper[at] ?? 1)));
}
