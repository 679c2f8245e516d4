import { setTimeout as wait } from 'node:timers/promises';
import type { Federated } from '#wire/protocols/federations.ts';
import type { HeldToken } from '../call/upstream.ts';
import type { ExchangeTerms } from './exchange.ts';
import { ExchangeError } from './exchange-error.ts';
import { createHeldToken } from './held-token.ts';

/**
 * The token of a provider, one for all who have this environment: a change and its base commit share it. Nothing is exchanged,
 * and no vendor's client loaded, before a request needs it.
 */
export function heldToken(terms: ExchangeTerms): HeldToken {
  const { environment, provider } = terms;
  const known = HELD.get(environment) ?? {};
  HELD.set(environment, known);
  const exchange = async () => (await import('./exchange.ts')).exchangeToken(terms);
  known[provider] ??= createHeldToken(exchange, isFinal, CLOCK);
  return known[provider];
}

const HELD = new WeakMap<ExchangeTerms['environment'], { [provider in Federated]?: HeldToken }>();

const isFinal = (error: unknown) => error instanceof ExchangeError && error.is_final;

const CLOCK = {
  monotonic: () => performance.now(),
  sleep: (ms: number) => wait(ms, undefined, { ref: false }),
};
