import * as z from 'zod';
import { type FoundTest, repeatsOf } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import { jsonFormat, maybeList, maybeNumber, maybeText, object, sumOf } from './json-format.ts';

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
  input: z.unknown().optional(),
  expectedOutput: z.unknown().optional(),
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
export const deepevalFormat = jsonFormat(schema, ({ testFile, testCases, ...counts }, { root }) => {
  const file = testFile == null ? null : fromRoot(testFile, root);
  const names = repeatsOf(testCases.map(({ name }) => name));
  const tests = testCases.map((each, at): FoundTest => {
    const { name = each.name, repeat = null } = names[at] ?? {};
    return { ...testOf(each), id: `${file ?? ''} > ${name}`, file, repeat };
  });
  return { tests, sums: [sumOf(counts.testPassed + counts.testFailed, tests)] };
});

function testOf(entry: z.infer<typeof test>): Omit<FoundTest, 'id'> {
  const { success, actualOutput: output, toolsCalled: calls, tokenCost: cost, metricsData: metrics } = entry;
  const short = metrics.find((each) => each.success === false);
  const threw = metrics.find(({ score }) => score == null);
  // It passes what none of its metrics looked at.
  const isUnjudged = success === true && metrics.length === 0;
  const message =
    threw !== undefined
      ? `${threw.name}: ${threw.error ?? 'it gave no score'}`
      : isUnjudged
        ? 'no metric judged it'
        : short && [`${short.name} is ${short.score}`, ...(short.reason ? [short.reason] : [])].join(': ');
  return {
    apart: [entry.input, entry.expectedOutput],
    outcome: threw !== undefined || isUnjudged ? 'not_judged' : success === true ? 'passed' : 'failed',
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
  };
}
