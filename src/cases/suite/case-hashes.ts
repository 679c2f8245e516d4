import { hashJson } from '#common/hash-json.ts';
import { asJson } from '#common/json-text.ts';
import type { Case } from './case.ts';
import type { CommandExpectation } from './expectation.ts';

/**
 * Increase it when equal cases begin to hash differently, or different ones equally: hashes of different versions are not
 * compared.
 */
export const HASH_VERSION = 1;

/**
 * sha256 (hex) of the agent's input: history, context and the inputs of all turns; the simulated user, the mocks and the files of the
 * workspace, if the case has them.
 */
export function inputHash({ history, context, turns, simulated_user: user, mocks, workspace }: Case): string {
  return hashJson({
    history: asJson(history),
    context,
    inputs: turns.map(({ input }) => input),
    ...(user === null ? {} : { simulated_user: asJson(user) }),
    ...(Object.keys(mocks).length === 0 ? {} : { mocks: asJson(mocks) }),
    ...(workspace === undefined ? {} : { workspace: workspace.hash }),
  });
}

/**
 * sha256 (hex) of the expectations of the case and of its turns, defaults included. What is in the folders of its commands is hashed like
 * the files of custom checks: a case file does not say it.
 */
export function expectHash({ expect: { commands, ...others }, turns }: Case): string {
  const expect = commands === undefined ? others : { ...others, commands: commands.map(commandAsWritten) };
  return hashJson({ expect: asJson(expect), turns: turns.map((turn) => asJson(turn.expect)) });
}

/** A command as the case file says it. */
export function commandAsWritten({ files, ...command }: CommandExpectation) {
  return { ...command, files: files?.folder ?? null };
}
