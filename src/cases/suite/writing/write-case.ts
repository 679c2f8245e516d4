import type { Json, JsonObject } from '#common/json.ts';
import type { MockAnswer, ToolMock, ToolMocks } from '../../tools/tool-mock.ts';
import type { Case } from '../case.ts';
import type { Workspace } from '../hashed-folder.ts';
import type { VariantSpec } from '../variant.ts';
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
      workspace: evalCase.workspace === undefined ? null : writeWorkspace(evalCase.workspace),
      trials: evalCase.trials,
      covers: [...(evalCase.covers ?? [])],
      bites: evalCase.bites ?? null,
      expect: writeExpectations(evalCase.expect),
    }),
    ...(evalCase.variants === undefined ? {} : { variants: writeVariants(evalCase.variants) }),
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

function writeWorkspace({ folder, max_bytes }: Workspace): Json {
  return { folder, max_megabytes: max_bytes / 1024 ** 2 };
}

function writeVariants(specs: readonly VariantSpec[]): Json {
  return specs.length === 0 ? false : specs.map(writeVariant);
}

/** Every option that a kind takes. */
function writeVariant({ kind, count, seed, to, text, characters, expect }: VariantSpec): Json {
  const counted = kind === 'empty' || kind === 'languages' ? {} : { count };
  const seeded = kind === 'paraphrase' || kind === 'empty' || kind === 'languages' ? {} : { seed };
  const options = {
    ...counted,
    ...seeded,
    ...(kind === 'languages' ? { to } : {}),
    ...(kind === 'very_long' ? { characters } : {}),
    ...(text === null ? {} : { text }),
    ...(expect === null ? {} : { expect: writeExpectations(expect) }),
  };
  return { [kind]: options };
}

/** Mocks in the format of a case file. */
function writeMocks(mocks: ToolMocks): JsonObject {
  return Object.fromEntries(Object.entries(mocks).map(([tool, mock]) => [tool, writeMock(mock)]));
}

function writeMock(mock: ToolMock): JsonObject {
  if (mock.kind === 'module') return { module: mock.file };
  return {
    table: mock.rows.map(({ args, answer }) => ({ ...(args === null ? {} : { args }), ...writeAnswer(answer) })),
  };
}

function writeAnswer(answer: MockAnswer): JsonObject {
  switch (answer.kind) {
    case 'value':
      return { value: answer.value };
    case 'error':
      return { fault: 'error', message: answer.message };
    case 'timeout':
      return { fault: 'timeout' };
    case 'malformed':
      return { fault: 'malformed', value: answer.value };
    case 'slow':
      return { fault: 'slow', delay: `${answer.delay_ms}ms`, value: answer.value };
  }
}
