import { setTimeout as wait } from 'node:timers/promises';
import type { Federated } from '#common/federations.ts';
import type { Clock } from '#ports/ports.ts';
import type { HeldToken } from '../call/upstream.ts';
import type { Exchanged, ExchangeTerms } from './exchange.ts';
import { ExchangeError } from './exchange-error.ts';

/**
 * The token of a provider, one for all who have this environment: a change and its base commit share it. Nothing is exchanged,
 * and no vendor's client loaded, before a request needs it.
 */
export function heldToken(terms: ExchangeTerms): HeldToken {
  const { environment, provider } = terms;
  const known = HELD.get(environment) ?? {};
  HELD.set(environment, known);
  known[provider] ??= createHeldToken(async () => (await import('./exchange.ts')).exchangeToken(terms), CLOCK);
  return known[provider];
}

const HELD = new WeakMap<ExchangeTerms['environment'], { [provider in Federated]?: HeldToken }>();

const CLOCK = {
  monotonic: () => performance.now(),
  sleep: (ms: number) => wait(ms, undefined, { ref: false }),
};

/**
 * Holds the token that `exchange` brings. It is renewed behind the scenes at the later of half its life and two minutes before
 * its end, by one exchange at a time; in its last half minute, at most the last quarter of its life, requests wait for the new one.
 * Failed exchanges matter only when there is no token left. The machine's clock may be wrong: only time that passes here counts.
 */
export function createHeldToken(
  exchange: () => Promise<Exchanged>,
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
        const isFinal = recent.length === 0 && error instanceof ExchangeError && error.is_final;
        if (none && (failures >= TRIES || isFinal)) throw error;
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
    refuse: (token) => {
      if (held?.token === token) held = null;
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
