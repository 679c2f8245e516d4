import { hashJson } from '#domain/hash-json.ts';
import { asJson } from '#domain/json-text.ts';
import type { Case } from './case.ts';

/** Raised when equal cases begin to hash differently, or different ones equally: hashes of another version are not compared. */
export const HASH_VERSION = 1;

/**
 * sha256 (hex) of what the agent is given: history, context and the inputs of all turns; the simulated user and what tools answer, where a
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

/** sha256 (hex) of what is demanded, defaults included: the expectations of the case and of its turns. */
export function expectHash({ expect, turns }: Case): string {
  return hashJson({ expect: asJson(expect), turns: turns.map((turn) => asJson(turn.expect)) });
}
