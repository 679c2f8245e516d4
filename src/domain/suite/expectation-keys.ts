import type { Expectations } from './expectation.ts';

/** The keys of `expect`, each the name of a kind of check. */
export const EXPECTATION_KEYS = [
  'tools',
  'response',
  'plan',
  'metadata',
  'state',
  'retrieved',
  'limits',
  'no_tools',
  'completes',
  'custom',
] as const satisfies readonly (keyof Expectations)[];
