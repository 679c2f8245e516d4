import type { Agent, Clock } from '#ports/ports.ts';

/** How often sides change. */
export interface TurnPace {
  /** The change's agent: opening it again is a part of what a change of sides takes. */
  readonly agent: Agent;
  /** Rounds that each side runs before the other goes on. */
  block(): number;
  /** Does what ends a side. */
  ending<Value>(end: () => Promise<Value>): Promise<Value>;
  /** Runs so many rounds of the change. */
  running<Value>(rounds: number, run: () => Promise<Value>): Promise<Value>;
  /** From now on a side runs all of its rounds before the other goes on. */
  stay(): void;
  /** Whether it does. */
  stays(): boolean;
  /** Milliseconds that a change of sides takes. */
  change_ms(): number;
}

/** A change of sides that takes no longer is worth it after every round. */
const CHEAP_MS = 10_000;

/** Sides change after every round; where that takes long, so rarely that it takes at most half of the time. */
export function createTurnPace(agent: Agent, clock: Pick<Clock, 'monotonic'>): TurnPace {
  const most = { ended: 0, opened: 0 };
  let [opening, round] = [0, 1];
  let stays = false;
  const change_ms = () => most.ended + most.opened;
  return {
    agent: {
      ...agent,
      async prepare(signal) {
        const begun = clock.monotonic();
        await agent.prepare(signal);
        opening = clock.monotonic() - begun;
        most.opened = Math.max(most.opened, opening);
      },
    },
    block() {
      if (stays) return Number.POSITIVE_INFINITY;
      return change_ms() <= CHEAP_MS ? 1 : Math.max(1, Math.ceil(change_ms() / round));
    },
    stay() {
      stays = true;
    },
    stays: () => stays,
    async ending(end) {
      const begun = clock.monotonic();
      const value = await end();
      most.ended = Math.max(most.ended, clock.monotonic() - begun);
      return value;
    },
    async running(rounds, run) {
      opening = 0;
      const begun = clock.monotonic();
      const value = await run();
      round = Math.max(1, (clock.monotonic() - begun - opening) / rounds);
      return value;
    },
    change_ms,
  };
}
