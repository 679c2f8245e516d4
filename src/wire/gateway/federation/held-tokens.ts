import { setTimeout as wait } from 'node:timers/promises';
import type { Federated } from '#wire/protocols/federations.ts';
import type { HeldToken } from '../call/upstream.ts';
import type { ExchangeTerms } from './exchange.ts';
import { ExchangeError } from './exchange-error.ts';
import { createHeldToken } from './held-token.ts';

/**
 * The token of a provider, one for all who have this environment: a change and its base commit share it. Nothing is exchanged
 * before a request needs it.
 */
export function heldToken(terms: ExchangeTerms): HeldToken {
  const { environment, provider } = terms;
  const known = HELD.get(environment) ?? new Map<Federated, HeldToken>();
  HELD.set(environment, known);
  const token = known.get(provider) ?? createHeldToken(() => exchanged(terms), isRefused, CLOCK);
  known.set(provider, token);
  return token;
}

const HELD = new WeakMap<ExchangeTerms['environment'], Map<Federated, HeldToken>>();

/** The vendors' clients are loaded on use. */
async function exchanged(terms: ExchangeTerms) {
  return (await import('./exchange.ts')).exchangeToken(terms);
}

function isRefused(error: unknown): boolean {
  return error instanceof ExchangeError && error.fault.kind === 'refused';
}

const CLOCK = {
  monotonic: () => performance.now(),
  sleep: (ms: number) => wait(ms, undefined, { ref: false }),
};
