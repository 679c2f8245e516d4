import * as z from 'zod';
import { type MatcherProblem, matcherProblems } from '#cases/matching/matcher-problems.ts';
import { matchers } from '#cases/matching/matchers/registry.ts';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { durationSchema } from '#common/document/duration.ts';
import { jsonMapping } from '#common/document/json-mapping.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { Json, JsonObject } from '#common/json.ts';
import type { MockAnswer, MockRow, ToolMock } from './tool-mock.ts';

const FAULTS = ['error', 'timeout', 'malformed', 'slow'] as const;
const DEFAULT_DELAY_MS = 2000;

const answerShape = {
  value: z
    .custom<Json>((value) => value !== undefined)
    .describe('What the tool answers')
    .exactOptional(),
  fault: z
    .enum(FAULTS)
    .describe(
      'error: the tool says that it failed; timeout: it does not answer in time; malformed: its JSON is cut off; slow: it answers late',
    )
    .exactOptional(),
  message: z.string().min(1).describe('What a tool with `fault: error` says').exactOptional(),
  delay: durationSchema.describe('How late a tool with `fault: slow` answers; default 2s').exactOptional(),
};

interface WrittenAnswer {
  readonly value?: Json;
  readonly fault?: (typeof FAULTS)[number];
  readonly message?: string;
  readonly delay?: number;
}

/** Arguments of a call, in which values at any depth may be matchers such as `{$approx: 19.99}`. Its own keys are names. */
const mockArguments = jsonMapping('a mapping of arguments').superRefine((args, context) => {
  for (const { path, message } of argumentProblems(args)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});

const row = strictMapping({
  args: mockArguments
    .describe('Arguments that this row is for; values may be matchers, further arguments are allowed. Without it: any')
    .exactOptional(),
  ...answerShape,
})
  .superRefine(contradictions(answerContradictions), ALWAYS)
  .transform((row): MockRow => ({ args: row.args ?? null, answer: answerOfWritten(row) }));

const mock = strictMapping(
  {
    ...answerShape,
    table: z
      .array(row, { error: expected('a list of rows such as {args: {id: A1}, value: {…}}') })
      .min(1)
      .describe('Answers by arguments: the first row that matches answers')
      .exactOptional(),
    module: workspacePathSchema
      .describe('JavaScript module whose default export gets the arguments and returns the answer')
      .exactOptional(),
  },
  {},
  'a mock: {value: …}, {table: […]}, {module: ./mock.mjs} or {fault: error}',
)
  .superRefine(contradictions(mockContradictions), ALWAYS)
  .transform(({ table, module, ...answer }): ToolMock => {
    if (table !== undefined) return { kind: 'table', rows: table };
    // Two spellings of one file are one mock: what differs there would keep both sides from being compared.
    if (module !== undefined) return { kind: 'module', file: module.replace(/^(?:\.\/+)+/, '') };
    return { kind: 'table', rows: [{ args: null, answer: answerOfWritten(answer) }] };
  });

const NAME_WORDS = 'the name of a tool: 1–128 letters, digits, _, -, . and /';

/** MCP servers use more characters than the providers of models accept. */
const mockedName = z
  .string({ error: expected(NAME_WORDS) })
  .regex(/^(?!__proto__$)[A-Za-z0-9_./-]{1,128}$/, { error: expected(NAME_WORDS) });

/** `mocks:`: replacements for the tools of a built-in agent or of MCP servers, by the name of the tool. */
export const toolMocksSchema = z.record(mockedName, mock, {
  error: expected('a mapping of mocks by the name of the tool'),
});

function mockContradictions(mock: UncheckedMapping): readonly Contradiction[] {
  const [first, second] = ['table', 'module'].filter((key) => key in mock);
  if (first === undefined) return answerContradictions(mock);
  const extra = [...(second === undefined ? [] : [second]), ...Object.keys(answerShape).filter((key) => key in mock)];
  return extra.map((key) => [key, `can't be combined with \`${first}\`; a tool has one mock, keep one of them`]);
}

function answerContradictions(answer: UncheckedMapping): readonly Contradiction[] {
  const { fault } = answer;
  if (fault === undefined && !('value' in answer)) return [[null, 'answers nothing; write `value` or `fault`']];
  const problems: Contradiction[] = [];
  if ('value' in answer && (fault === 'error' || fault === 'timeout')) {
    problems.push(['value', `a tool with \`fault: ${fault}\` returns no value; remove one of them`]);
  }
  if ('message' in answer && fault !== 'error')
    problems.push(['message', 'goes with `fault: error` only; remove the key']);
  if ('delay' in answer && fault !== 'slow') problems.push(['delay', 'goes with `fault: slow` only; remove the key']);
  return problems;
}

function answerOfWritten({ value, fault, message, delay }: WrittenAnswer): MockAnswer {
  if (fault === undefined) return { kind: 'value', value: value ?? null };
  switch (fault) {
    case 'error':
      return { kind: 'error', message: message ?? 'the tool failed' };
    case 'timeout':
      return { kind: 'timeout' };
    case 'malformed':
      return { kind: 'malformed', value: value ?? { result: 'ok' } };
    case 'slow':
      return { kind: 'slow', delay_ms: delay ?? DEFAULT_DELAY_MS, value: value ?? null };
  }
}

function argumentProblems(args: JsonObject): readonly MatcherProblem[] {
  return Object.keys(args).flatMap((key): readonly MatcherProblem[] => {
    if (matchers.has(key))
      return [{ path: [key], message: 'a matcher stands for one argument; put it below the key it judges' }];
    return matcherProblems(args[key] ?? null, [key]);
  });
}
