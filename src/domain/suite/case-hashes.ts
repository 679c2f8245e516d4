import { hashJson } from '#domain/hash-json.ts';
import { asJson } from '#domain/json-text.ts';
import type { Case } from './case.ts';

/**
 * Increase it when equal cases begin to hash differently, or different ones equally: hashes of different versions are not
 * compared.
 */
export const HASH_VERSION = 1;

/**
 * sha256 (hex) of the agent's input: history, context and the inputs of all turns; the simulated user and the mocks, if the
 * case has them.
 */
export function inputHash({ history, context, turns, simulated_user: user, mocks }: Case): string {
  return hashJson({
    history: asJson(history),
    context,
    inputs: turns.map(({ input }) => input),
    ...(user === null ? {} : { simulated_user: asJson(user) }),
    ...(Object.keys(mocks).length === 0 ? {} : { mocks: asJson(mocks) }),
  });
}

/** sha256 (hex) of the expectations of the case and of its turns, defaults included. */
export function expectHash({ expect, turns }: Case): string {
  return hashJson({ expect: asJson(expect), turns: turns.map((turn) => asJson(turn.expect)) });
}
