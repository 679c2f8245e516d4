import type { Clock } from '#ports/ports.ts';
import type { HeldToken } from '../call/upstream.ts';

/** What an exchange brings. */
export interface Exchanged {
  readonly token: string;
  readonly life_ms: number;
}

/**
 * Holds the token that `exchange` brings. It is renewed behind the scenes at the later of half its life and two minutes before
 * its end, by one exchange at a time; in its last half minute, at most the last quarter of its life, requests wait for the new one.
 * Failed exchanges matter only when there is no token left. The machine's clock may be wrong: only time that passes here counts.
 *
 * @param isFinal whether trying again would bring the same
 */
export function createHeldToken(
  exchange: () => Promise<Exchanged>,
  isFinal: (error: unknown) => boolean,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
): HeldToken {
  const recent: string[] = [];
  let held: { readonly token: string; readonly renew: number; readonly wait: number; readonly end: number } | null =
    null;
  let renewing: Promise<string> | null = null;

  async function exchanged(): Promise<string> {
    for (let failures = 1; ; failures += 1) {
      const asked = clock.monotonic();
      try {
        const { token, life_ms: life } = await exchange();
        const end = asked + life;
        held = { token, end, renew: end - Math.min(MARGIN_MS, life / 2), wait: end - Math.min(LEAST_MS, life / 4) };
        recent.unshift(token);
        recent.splice(MOST_RECENT);
        return token;
      } catch (error) {
        const none = held === null || clock.monotonic() >= held.end;
        if (none && (failures >= TRIES || (recent.length === 0 && isFinal(error)))) throw error;
        await clock.sleep(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS), NEVER);
      }
    }
  }

  function renewed(): Promise<string> {
    renewing ??= exchanged().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function current(): Promise<string> {
    const now = clock.monotonic();
    if (held === null || now >= held.wait) return renewed();
    // Whoever needs the next token hears of a failure.
    if (now >= held.renew) void renewed().catch(() => undefined);
    return held.token;
  }

  return {
    current,
    another: (refused) => {
      if (held?.token === refused) held = null;
      return current();
    },
    recent: () => recent,
  };
}

const MARGIN_MS = 120_000;
const LEAST_MS = 30_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;
/** Requests that are on their way may have gone out with an earlier one. */
const MOST_RECENT = 3;
const NEVER = new AbortController().signal;
