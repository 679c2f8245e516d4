import { keysOf } from '#domain/keyed.ts';
import type { Expectations } from './expectation.ts';

const KEYS: Readonly<Record<keyof Expectations, true>> = {
  tools: true,
  response: true,
  plan: true,
  metadata: true,
  state: true,
  retrieved: true,
  limits: true,
  no_tools: true,
  completes: true,
  custom: true,
};

/** The keys of `expect`, each the name of a kind of check: all of them, or this does not compile. */
export const EXPECTATION_KEYS = keysOf(KEYS);
