import * as z from 'zod';
import { rowFrom, withoutRepeats } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Row } from '../row.ts';
import { countDamage, jsonFormat, maybeList, maybeNumber, maybeText, object } from './json-format.ts';

const metric = z.looseObject({
  name: z.string(),
  success: z.boolean().nullish(),
  score: maybeNumber,
  reason: maybeText,
  error: maybeText,
});

const test = z.looseObject({
  name: z.string(),
  success: z.boolean().nullish(),
  actualOutput: z.unknown(),
  toolsCalled: z.array(object).nullish(),
  tokenCost: maybeNumber,
  completionTime: maybeNumber,
  metricsData: maybeList(metric),
});

const schema = z.looseObject({
  testFile: maybeText,
  testCases: z.array(test),
  testPassed: z.number(),
  testFailed: z.number(),
});

/** A file of `deepeval test run`. A test whose agent throws is not in it: pytest's own file shows it. */
export const deepevalFormat = jsonFormat(schema, 'repeats', ({ testFile, testCases, ...counts }, { root }) => {
  const file = testFile == null ? null : fromRoot(testFile, root);
  const names = withoutRepeats(testCases.map(({ name }) => name));
  const rows = testCases.map((each, at) => rowOf(each, `${file ?? ''} > ${names[at]}`, file));
  return { rows, damage: countDamage(counts.testPassed + counts.testFailed, rows) };
});

function rowOf(entry: z.infer<typeof test>, id: string, file: string | null): Row {
  const { success, actualOutput: output, toolsCalled: calls, tokenCost: cost, metricsData: metrics } = entry;
  const short = metrics.find((each) => each.success === false);
  const threw = metrics.find(({ score }) => score == null);
  const message =
    threw === undefined
      ? short && `${short.name} is ${short.score}: ${short.reason ?? ''}`
      : `${threw.name}: ${threw.error ?? 'it gave no score'}`;
  return rowFrom({
    id,
    file,
    outcome: threw !== undefined ? 'not_judged' : success === true ? 'passed' : 'failed',
    message,
    scores: metrics,
    seconds: entry.completionTime,
    turn: {
      ...(output != null && { output }),
      ...(calls != null && {
        tool_calls: calls.map(({ name, inputParameters }) => ({ name, args: inputParameters ?? {} })),
      }),
      ...(cost != null && { usage: { cost_usd: cost } }),
    },
  });
}
