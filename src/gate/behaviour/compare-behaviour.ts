import { reaches } from '#statistics/beyond.ts';
import { type CaseFact, testCaseFacts } from './case-test.ts';
import { type CaseCalls, countFacts } from './count-facts.ts';
import { type SuiteFact, testSuiteFacts } from './suite-test.ts';

/** Whether a change behaves otherwise than main. */
export interface BehaviourChange {
  /** The chance of a difference this clear if nothing changed, with its share of the tests reckoned in. */
  readonly p: number;
  /** What differs beyond chance: of each case its clearest fact, and facts over several cases. */
  readonly cases: readonly CaseFact[];
  readonly suite: readonly SuiteFact[];
  /** Cases that were compared. */
  readonly compared: number;
  /** Trials of main per case, if they are too few for any single case to show a change; `null`: they suffice. */
  readonly too_few: number | null;
}

/** How the tests share the false alarms; together 1. Of a single case there is nothing to add up. */
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
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const shares = compared.length === 1 ? OF_ONE_CASE : SHARES;
  const counted = compared.map(countFacts);
  const single = testCaseFacts(counted);
  const suite = testSuiteFacts(counted, ['used', 'twice', 'none']);
  const order = testSuiteFacts(counted, ['before']);
  const tests = [
    { facts: single.facts, adjusted: single.adjusted, share: shares.case },
    { ...suite, share: shares.suite },
    { ...order, share: shares.order },
  ];
  const p = tests.map(({ facts: [first], adjusted, share }) =>
    first === undefined || share === 0 ? 1 : adjusted(first.p) / share,
  );
  // The least p comes first, and adjusting keeps the order.
  const shown = <Of extends { readonly p: number }>(
    { facts, adjusted }: { readonly facts: readonly Of[]; readonly adjusted: (p: number) => number },
    share: number,
  ) => {
    const first = facts.findIndex((fact) => !reaches(adjusted(fact.p), share * alpha));
    return first === -1 ? facts : facts.slice(0, first);
  };
  const clearest = new Map<string, CaseFact>();
  for (const fact of shown(single, shares.case)) if (!clearest.has(fact.id)) clearest.set(fact.id, fact);
  return {
    p: Math.min(1, ...p),
    cases: [...clearest.values()],
    suite: [...shown(suite, shares.suite), ...shown(order, shares.order)].filter(
      ({ cases }) => cases > 1 || clearest.size === 0,
    ),
    compared: compared.length,
    too_few: single.canShow(shares.case * alpha) ? null : fewest(compared),
  };
}

function fewest(cases: readonly CaseCalls[]): number | null {
  return cases.length === 0 ? null : Math.min(...cases.map(({ main }) => main.length));
}
