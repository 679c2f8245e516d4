import * as z from 'zod';
import { fromRoot } from '../paths.ts';
import type { Row } from '../row.ts';
import { firstMessage } from '../texts.ts';
import type { JsonFormat } from './json-format.ts';
import { object, parsedObject } from './parts.ts';
import { withoutRepeats } from './repeats.ts';

const test = z.looseObject({
  name: z.string(),
  success: z.boolean().nullish(),
  actualOutput: z.unknown(),
  toolsCalled: z.array(object).nullish(),
  tokenCost: z.number().nullish(),
  completionTime: z.number().nullish(),
  metricsData: z
    .array(
      z.looseObject({
        name: z.string(),
        success: z.boolean().nullish(),
        score: z.number().nullish(),
        reason: z.string().nullish(),
        error: z.string().nullish(),
      }),
    )
    .nullish(),
});

const schema = z.looseObject({
  testFile: z.string().nullish(),
  testCases: z.array(test),
  testPassed: z.number(),
  testFailed: z.number(),
});

/** A file of `deepeval test run`. A test whose agent throws is not in it: pytest's own file shows it. */
export const deepevalFormat: JsonFormat<typeof schema> = {
  schema,
  twins: 'repeats',
  read({ testFile, testCases, testPassed, testFailed }, { root }) {
    const file = testFile == null ? null : fromRoot(testFile, root);
    if (testFile != null && file === null) return { problem: { code: 'outside', path: testFile } };
    const names = withoutRepeats(testCases.map(({ name }) => name));
    const rows = testCases.map((each, at) => rowOf(each, `${file ?? ''} > ${names[at]}`, file));
    const counted = testPassed + testFailed;
    return { rows, damage: counted === rows.length ? [] : [{ code: 'count', counted, found: rows.length }] };
  },
};

function rowOf(each: z.infer<typeof test>, id: string, file: string | null): Row {
  const { success, actualOutput: output, toolsCalled: calls, tokenCost: cost, completionTime: seconds } = each;
  const metrics = each.metricsData ?? [];
  const threw = metrics.find(({ score }) => score == null);
  const short = metrics.find((metric) => metric.success === false);
  return {
    id,
    file,
    outcome: threw === undefined ? (success === true ? 'passed' : 'failed') : 'error',
    ...(threw !== undefined && { fault: 'judge' as const }),
    message:
      threw !== undefined
        ? firstMessage(`${threw.name}: ${threw.error ?? 'it gave no score'}`)
        : short === undefined
          ? null
          : firstMessage(`${short.name} is ${short.score}: ${short.reason ?? ''}`),
    scores: metrics.map(({ name, score, reason }) => ({ name, score: score ?? null, reason: reason ?? null })),
    latency_ms: seconds == null ? null : seconds * 1000,
    turn: parsedObject({
      ...(output != null && { output }),
      ...(calls != null && {
        tool_calls: calls.map(({ name, inputParameters }) => ({ name, args: inputParameters ?? {} })),
      }),
      ...(cost != null && { usage: { cost_usd: cost } }),
    }),
  };
}
