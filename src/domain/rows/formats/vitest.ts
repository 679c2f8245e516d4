import * as z from 'zod';
import type { JsonObject } from '#domain/json.ts';
import { fromRoot } from '../paths.ts';
import type { Damage, Row, RowScore } from '../row.ts';
import { firstMessage } from '../texts.ts';
import type { JsonFormat } from './json-format.ts';
import { object, parsedObject } from './parts.ts';

const test = z.looseObject({
  ancestorTitles: z.array(z.string()),
  title: z.string(),
  status: z.string(),
  duration: z.number().nullish(),
  failureMessages: z.array(z.string()).nullish(),
  meta: object.nullish(),
});

const testFile = z.looseObject({ name: z.string(), message: z.string().nullish(), assertionResults: z.array(test) });

const schema = z.looseObject({ numFailedTestSuites: z.number(), testResults: z.array(testFile) });

type Test = z.infer<typeof test>;
type TestFile = z.infer<typeof testFile>;

/**
 * Vitest's `--reporter=json`, with the scores of vitest-evals. A hook that throws is named nowhere: its tests are skipped, and one
 * more suite failed than failed tests explain. The tests of a worker that was killed are pending in a file that passed.
 */
export const vitestFormat: JsonFormat<typeof schema> = {
  schema,
  twins: 'numbered',
  read({ testResults, numFailedTestSuites }, { root }) {
    const rows: Row[] = [];
    for (const file of testResults) {
      const path = fromRoot(file.name, root);
      if (path === null) return { problem: { code: 'outside', path: file.name } };
      for (const each of file.assertionResults) rows.push(rowOf(each, path));
    }
    return { rows, damage: damageOf(testResults, numFailedTestSuites, root) };
  },
};

function rowOf({ ancestorTitles, title, status, duration, failureMessages, meta }: Test, file: string): Row {
  const messages = failureMessages ?? [];
  const judgeThrew = status === 'failed' && judgeFailed(meta ?? {}, messages[0] ?? '');
  const retried = status === 'passed' && messages.length > 0;
  return {
    id: [file, ...ancestorTitles, title].join(' > '),
    file,
    outcome: judgeThrew ? 'error' : retried ? 'failed' : outcomeOf(status),
    ...(judgeThrew && { fault: 'judge' }),
    message: retried
      ? `passed at attempt ${messages.length + 1}; the first attempt counts: ${firstMessage(messages[0] ?? '')}`
      : messages[0] === undefined
        ? null
        : firstMessage(messages[0]),
    scores: scoresOf(meta ?? {}),
    latency_ms: duration ?? null,
    turn: turnOf(meta ?? {}),
  };
}

function outcomeOf(status: string): Row['outcome'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}

const evalSchema = z.looseObject({
  scores: z
    .array(
      z.looseObject({
        name: z.string().nullish(),
        score: z.number().nullish(),
        metadata: z.looseObject({ rationale: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  output: z.unknown(),
  toolCalls: z.array(object).nullish(),
});

const harnessSchema = z.looseObject({
  run: z.looseObject({
    output: z.unknown(),
    usage: z.looseObject({ inputTokens: z.number().nullish(), outputTokens: z.number().nullish() }).nullish(),
  }),
});

function scoresOf({ eval: evaluated }: JsonObject): readonly RowScore[] {
  const scores = evalSchema.safeParse(evaluated).data?.scores ?? [];
  return scores.map(({ name, score, metadata }, at) => ({
    name: name ?? `score ${at + 1}`,
    score: score ?? null,
    reason: metadata?.rationale ?? null,
  }));
}

/** What vitest-evals knows of the turn, and what the test itself says. */
function turnOf({ eval: evaluated, harness, agent_eval: own }: JsonObject): JsonObject {
  const evals = evalSchema.safeParse(evaluated).data;
  const usage = harnessSchema.safeParse(harness).data?.run.usage;
  return parsedObject({
    ...(evals?.output !== undefined && { output: evals.output }),
    ...(evals?.toolCalls != null && { tool_calls: evals.toolCalls }),
    ...(usage?.inputTokens != null && {
      usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens ?? null },
    }),
    ...(object.safeParse(own).data ?? {}),
  });
}

/** The agent answered, and what then threw was no assertion: nobody judged the answer. */
function judgeFailed({ eval: evaluated, harness }: JsonObject, message: string): boolean {
  const output = harnessSchema.safeParse(harness).data?.run.output;
  return evaluated === undefined && output !== undefined && !message.startsWith('AssertionError');
}

function damageOf(files: readonly TestFile[], failedSuites: number, root: string): readonly Damage[] {
  const unloaded = files.filter(({ message, assertionResults }) => message || assertionResults.length === 0);
  const pending = files.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'pending').map(({ title }) => title),
  );
  const explained = new Set(files.flatMap(failedPlaces));
  const skipped = files.filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'skipped'));
  const leftOut = skipped.flatMap(({ assertionResults }) => assertionResults.filter((one) => one.status === 'skipped'));
  const [suspect, ...others] = skipped;
  return [
    ...unloaded.map(
      ({ name, message }): Damage => ({
        code: 'not_loaded',
        file: fromRoot(name, root) ?? name,
        problem: firstMessage(message || 'it has no test, or its worker was killed'),
      }),
    ),
    ...(pending.length > 0 ? [{ code: 'pending', tests: pending } as const] : []),
    ...(failedSuites > explained.size
      ? [
          {
            code: 'hook_failed',
            file: suspect === undefined || others.length > 0 ? null : fromRoot(suspect.name, root),
            left_out: leftOut.length,
          } as const,
        ]
      : []),
  ];
}

/** The file and the describes that failed because of a test, or because the file was not loaded. */
function failedPlaces({ name, message, assertionResults }: TestFile): readonly string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  return [
    ...(message || assertionResults.length === 0 ? [name] : []),
    ...failed.flatMap(({ ancestorTitles }) =>
      Array.from({ length: ancestorTitles.length + 1 }, (_, depth) =>
        JSON.stringify([name, ...ancestorTitles.slice(0, depth)]),
      ),
    ),
  ];
}
