import { reaches } from '../beyond.ts';
import { type OrderTrend, orderTrend, type Sequence } from './order-trend.ts';

/** A rate in one round, and in the others together. */
export interface RoundRates {
  readonly rate: number;
  readonly others: number;
}

/** What the order of trials shows: an agent that keeps state from trial to trial, or one round that fails more than the others. */
export type OrderFinding =
  /** `in_main`: main's trials alone show it too. */
  | { readonly kind: 'state'; readonly p: number; readonly in_main: boolean }
  /** `round`: from 1. `here`: the change's trials alone show it. `passed`: rates of passes. */
  | { readonly kind: 'round'; readonly here: boolean; readonly round: number; readonly passed: RoundRates };

/** The share of unchanged changes in which this test finds something. It makes none red. */
const ALPHA = 0.005;

/**
 * Main depends too at a p up to this. Only then can dependence have made a failure: a change that makes its agent keep state must not take its
 * own failures back. A change has no part in main's stored trials, so a loose level gives it no way out.
 */
const ALPHA_OF_MAIN = 0.05;

/** Each side shows it at this level where no process has several trials. */
const ALPHA_OF_SIDE = 0.05;

/** State shows at this level in the other rounds too. */
const ALPHA_OF_REST = 0.05;

/** The change alone, and with main: main's runs have more trials, and would hide an agent that keeps state only since the change. */
const TESTS = 2;

/**
 * Whether the order of trials says something about their outcomes, in the change alone or with main (Bonferroni's p). An incident of the
 * provider, and a cold start, hit one round: if the others follow their order no more, it was that round. Kept state shows in the others too.
 *
 * @param here outcomes of each case of the change, in their order
 * @param main those of main's runs
 * @param apart no process has several trials: what is kept lies outside of them, and both sides must show it, as an outage hits one
 * @returns `null`: the order says nothing
 */
export function orderFinding(here: readonly Sequence[], main: readonly Sequence[], apart = false): OrderFinding | null {
  const [alone, both, stored] = [orderTrend(here), orderTrend([...here, ...main]), orderTrend(main)];
  const inMain = reaches(stored.p, ALPHA_OF_MAIN);
  if (apart && !(inMain && reaches(alone.p, ALPHA_OF_SIDE) && alone.falls === stored.falls)) return null;
  const isAlone = alone.p <= both.p;
  const [trend, sequences] = isAlone ? [alone, here] : [both, [...here, ...main]];
  const p = Math.min(1, TESTS * trend.p);
  if (!reaches(p, ALPHA)) return null;
  const worst = worstRound(sequences);
  if (keepsState(trend, orderTrend(sequences.map((each) => each.filter((_, i) => i !== worst)))))
    return { kind: 'state', p, in_main: inMain };
  const rate = passRate(sequences.map((each) => each[worst]));
  const others = passRate(sequences.flatMap((each) => each.filter((_, i) => i !== worst)));
  return { kind: 'round', here: isAlone, round: worst + 1, passed: { rate, others } };
}

/** Whether the order of one side may say something where no process has several trials; without it, the other side need not be looked at. */
export function mayFollowOrder(side: readonly Sequence[]): boolean {
  return reaches(orderTrend(side).p, ALPHA_OF_SIDE);
}

function keepsState(all: OrderTrend, rest: OrderTrend): boolean {
  return reaches(rest.p, ALPHA_OF_REST) && rest.falls === all.falls;
}

/** The place of the round that passes least, the first of several. */
function worstRound(sequences: readonly Sequence[]): number {
  const rounds = sequences.reduce((most, { length }) => Math.max(most, length), 0);
  const rates = Array.from({ length: rounds }, (_, round) => passRate(sequences.map((each) => each[round])));
  return rates.indexOf(Math.min(...rates));
}

/** The share of passes among the outcomes that there are. */
export function passRate(outcomes: readonly (boolean | undefined)[]): number {
  const known = outcomes.filter((outcome) => outcome !== undefined);
  return known.filter(Boolean).length / Math.max(1, known.length);
}
