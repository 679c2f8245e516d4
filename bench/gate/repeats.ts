import type { GateTrial } from '#gate/decision/terms/evidence.ts';
import type { Random } from './random.ts';

/** How answers of a case repeat within a block of one side: each trial says, with this share, what the first of its block said. */
export interface Repeats {
  readonly share: number;
  /** A block is a whole side, or the fresh trials that it runs before the other side goes on (of the looks: the look). */
  readonly over: 'side' | 'turn';
}

/** Fresh and stored trials know their answers, equal for equal ones. */
interface Answered extends GateTrial {
  readonly answer?: string;
}

/** What a trial said; `null`: nobody asks. */
export function answerOf(trial: GateTrial): string | null {
  return (trial as Answered).answer ?? null;
}

/** Lets trials of a case repeat what the first of their block said. */
export function repeating({ share, over }: Repeats, random: Random) {
  const first = new Map<string, Answered>();
  const told = (trials: readonly GateTrial[], blockOf: (index: number) => string): GateTrial[] =>
    trials.map((trial) => {
      const block = blockOf(trial.index);
      const own: Answered = { ...trial, answer: `${block} ${trial.index}` };
      const before = first.get(block) ?? own;
      first.set(block, before);
      return random.uniform() < share ? { ...own, passed: before.passed, answer: before.answer ?? '' } : own;
    });
  return {
    /** A run of main, or the looks of the change, which has one block of each case. */
    run: (name: string, id: string, trials: readonly GateTrial[]) => told(trials, () => `${name} ${id}`),
    /** Fresh trials, round by round: the sides change after every round of both, and the looks have filled the cache of the change. */
    fresh: (side: 'main' | 'here', id: string, trials: readonly GateTrial[]) =>
      told(trials, (round) => {
        const turn = Math.floor((side === 'main' ? round : round - 1) / 2);
        return over === 'side' ? `${side} ${id}` : `${side} ${id} ${turn}`;
      }),
  };
}
