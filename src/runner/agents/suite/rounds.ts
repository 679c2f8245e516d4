import { createSemaphore } from '#process/semaphore.ts';
import type { RanRound } from './run-round.ts';

interface RoundToRun {
  readonly number: number;
  /** Tests that want it; `null`: all. */
  readonly names: readonly string[] | null;
  /** How many of its number ran before. */
  readonly fresh: number;
}

interface Begun {
  readonly ran: Promise<RanRound>;
  /** Tests that it was or will be run for; `null`: all. */
  readonly names: Set<string> | null;
  readonly served: Set<string>;
  /** Others may still join. */
  open: boolean;
}

/**
 * Rounds by their number, each run once for all tests that want it: one after the other, or some at a time.
 *
 * @param run what runs one
 */
export function createRounds(
  { places, selects, signal }: { readonly places: number; readonly selects: boolean; readonly signal: AbortSignal },
  run: (order: RoundToRun) => Promise<RanRound>,
) {
  const line = createSemaphore(places);
  const begun = new Map<number, Begun[]>();

  function begin(number: number, names: Set<string> | null): Begun {
    const others = begun.get(number) ?? [];
    begun.set(number, others);
    const fresh = others.length;
    const start = async (): Promise<RanRound> => {
      // Tests that want this round ask for it at the same moment.
      await new Promise((resolve) => setImmediate(resolve));
      const leave = await line.enter(signal);
      round.open = false;
      if (leave === null) return CANCELLED;
      return run({ number, names: names === null ? null : [...names], fresh }).finally(leave);
    };
    const round: Begun = { names, served: new Set(), open: true, ran: Promise.resolve().then(start) };
    others.push(round);
    return round;
  }

  return {
    /** The round that serves a trial of a test; one that comes a second time for one number gets a fresh round. `repeat`: which row of it. */
    serve(name: string, number: number, repeat: number): Promise<RanRound> {
      const row = `${repeat} ${name}`;
      const known = (begun.get(number) ?? []).find(
        ({ names, served, open }) => !served.has(row) && (names === null || names.has(name) || open),
      );
      const round = known ?? begin(number, selects ? new Set() : null);
      round.served.add(row);
      round.names?.add(name);
      return round.ran;
    },
    /** All tests in a round of this number. */
    whole: (number: number): Promise<RanRound> =>
      (begun.get(number)?.find(({ names }) => names === null) ?? begin(number, null)).ran,
  };
}

const CANCELLED: RanRound = { round: { kind: 'cancelled' }, stderr: '', calls: null };
