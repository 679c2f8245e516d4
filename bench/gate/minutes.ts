import type { Random } from './random.ts';

/** Minutes in which something that the agent needs fails, over whatever runs then. */
export interface Minutes {
  /** Share of the trials that fail in them. */
  readonly share: number;
  readonly minutes: number;
}

/** What strikes trials by the time at which they run. */
export interface Strikes {
  /** Absent: none. */
  readonly outage?: Minutes;
  /** Whether a round of the change breaks what main's next turn needs. */
  readonly poisons?: true;
  /** Whether each side is set up when its turn comes, in a job of its own. */
  readonly own_job?: true;
}

/** Wall time of one pull request: trials, setting main up and changing sides all take some. */
export interface WallTime {
  /** Whether a trial of the looks is struck. */
  readonly look: (round: number, place: number) => boolean;
  /** The looks are over after so many trials; main is set up. */
  readonly begin: (trials: number) => void;
  /** The next trial of a side: whether it is struck. */
  readonly next: (side: 'main' | 'here') => boolean;
}

/** Trials at a time, seconds of a trial, of setting a side up, and of changing sides. */
const CONCURRENCY = 4;
const TRIAL = 15;
const SET_UP = 120;
const CHANGE = 3;

/**
 * An outage begins at some time of the first look; without one, nothing is struck but what the change poisons.
 *
 * @param cases of the suite
 */
export function wallTime({ outage, poisons, own_job }: Strikes, cases: number, random: Random): WallTime {
  const change = own_job ? SET_UP : CHANGE;
  const seconds = (trials: number) => TRIAL * Math.floor(trials / CONCURRENCY);
  const start = random.uniform() * seconds(3 * cases);
  let [clock, ran, side]: [number, number, 'main' | 'here' | null] = [0, 0, null];
  let isPoisoned = false;
  const struck = (at: number) =>
    outage !== undefined && at >= start && at < start + 60 * outage.minutes && random.uniform() < outage.share;
  return {
    look: (round, place) => struck(seconds((round - 1) * cases + place)),
    begin(trials) {
      clock = seconds(trials) + SET_UP;
    },
    next(turn) {
      if (turn !== side) {
        clock += TRIAL * Math.ceil(ran / CONCURRENCY) + change;
        ran = 0;
        isPoisoned = poisons === true && side === 'here' && turn === 'main';
        side = turn;
      }
      ran += 1;
      return isPoisoned || struck(clock + seconds(ran - 1));
    },
  };
}
