import { seededRandom } from '#statistics/seeded-random.ts';
import { type Draw, type Subject, subjectOf } from './label.ts';

/** A criterion of a trajectory that a judge decided, as it may be drawn. */
export interface Drawable {
  readonly subject: Subject;
  readonly verdict: 'met' | 'not_met';
  readonly times: number;
}

/** A criterion of a trajectory to be labelled, without its verdict. */
export interface Drawn {
  readonly subject: Subject;
  readonly drawn: Draw;
}

/** The share of the drawn trajectories that the judge finds met: there, wrong verdicts hide among many right ones. */
const MET_SHARE = 2 / 3;

/**
 * Draws trajectories of one criterion at random within those that the judge finds met and those that it does not, in an order
 * that tells nobody which is which. The same candidates, size and seed give the same draw.
 */
export function drawToLabel(candidates: readonly Drawable[], size: number, seed: number): readonly Drawn[] {
  const random = seededRandom(seed);
  const known = [...candidates].sort((left, right) => (subjectOf(left.subject) < subjectOf(right.subject) ? -1 : 1));
  const met = shuffle(
    known.filter(({ verdict }) => verdict === 'met'),
    random,
  );
  const not = shuffle(
    known.filter(({ verdict }) => verdict === 'not_met'),
    random,
  );
  const fromNot = Math.min(not.length, Math.max(size - Math.round(size * MET_SHARE), size - met.length));
  const drawn = [...met.slice(0, size - fromNot), ...not.slice(0, fromNot)];
  return shuffle(drawn, random).map(({ subject, verdict, times }) => ({
    subject,
    drawn: { from: verdict, of: verdict === 'met' ? met.length : not.length, times },
  }));
}

function shuffle<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
