import type { Json, JsonObject } from '#domain/json.ts';
import { writeMocks } from '#domain/tools/write-mocks.ts';
import type { Case } from '../case.ts';
import { withoutEmpty } from './without-empty.ts';
import { writeExpectations } from './write-expectations.ts';

/** A case in the format of a case file, with short forms expanded and defaults filled in: parsed again, it is the same case. */
export function writeCase(evalCase: Case): JsonObject {
  const { simulated_user: user } = evalCase;
  return {
    id: evalCase.id,
    ...withoutEmpty({
      name: evalCase.name,
      tags: evalCase.tags,
      metadata: evalCase.metadata,
      context: evalCase.context,
      history: evalCase.history.map(({ role, content }) => ({ role, content })),
    }),
    ...whatIsSaid(evalCase),
    ...withoutEmpty({
      simulated_user: user === null ? null : withoutEmpty({ ...user }),
      mocks: writeMocks(evalCase.mocks),
      trials: evalCase.trials,
      covers: [...(evalCase.covers ?? [])],
      expect: writeExpectations(evalCase.expect),
    }),
  };
}

function whatIsSaid({ turns }: Case): JsonObject {
  const [first, second] = turns;
  if (first === undefined) return {};
  if (second === undefined && first.expect === null) return { input: first.input };
  return {
    turns: turns.map(
      ({ input, expect }): Json => ({ input, ...withoutEmpty({ expect: writeExpectations(expect ?? {}) }) }),
    ),
  };
}
