import type { Random } from './random.ts';
import type { Incident } from './scenario.ts';

/** Rounds that an outage of the provider hits, counted from 1; `null`: none. */
export interface Outages {
  readonly looks: number | null;
  /** Of the fresh trials of each side. */
  readonly main: number | null;
  readonly here: number | null;
}

/** Each trial of a round that is hit fails by this much more often. */
export const OUTAGE = 0.5;

const ROUNDS = 5;
const SHARE = 0.3;

/** Draws which rounds are hit. */
export function drawOutages(incident: Incident | undefined, random: Random): Outages {
  const round = () => 1 + Math.floor(ROUNDS * random.uniform());
  const perhaps = () => (random.uniform() < SHARE ? round() : null);
  if (incident === undefined) return { looks: null, main: null, here: null };
  return incident === 'here'
    ? { looks: round(), main: null, here: null }
    : { looks: perhaps(), main: perhaps(), here: perhaps() };
}
