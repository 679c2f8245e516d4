import * as z from 'zod';
import { type FoundTest, firstMessage, outcomeOf, retriedWords } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Damage } from '../row.ts';
import { jsonFormat, maybeList, maybeNumber, maybeText, object } from './json-format.ts';

const score = z.looseObject({
  name: maybeText,
  score: maybeNumber,
  metadata: z.looseObject({ rationale: maybeText }).nullish(),
});

/** What vitest-evals knows of an evaluation. */
const evaluated = z.looseObject({
  scores: maybeList(score),
  output: z.unknown(),
  toolCalls: z.array(object).nullish(),
});

/** What its harness knows of the agent. */
const harnessed = z.looseObject({
  run: z.looseObject({
    output: z.unknown(),
    usage: z.looseObject({ inputTokens: maybeNumber, outputTokens: maybeNumber }).nullish(),
  }),
});

/** What a test itself or a plugin writes is not Vitest's: of another shape, it says nothing. */
const meta = z.looseObject({
  eval: evaluated.nullish().catch(null),
  harness: harnessed.nullish().catch(null),
  agent_eval: object.nullish().catch(null),
});

const test = z.looseObject({
  ancestorTitles: z.array(z.string()),
  title: z.string(),
  status: z.string(),
  duration: maybeNumber,
  failureMessages: maybeList(z.string()),
  retryReasons: maybeList(z.string()),
  meta: meta.nullish().transform((known) => known ?? {}),
});

const testFile = z.looseObject({ name: z.string(), message: maybeText, assertionResults: z.array(test) });

const schema = z.looseObject({
  numFailedTestSuites: z.number(),
  numTotalTests: maybeNumber,
  numFailedTests: maybeNumber,
  numRuntimeErrorTestSuites: maybeNumber,
  testResults: z.array(testFile),
});

type Test = z.infer<typeof test>;
type TestFile = z.infer<typeof testFile>;

/**
 * Vitest's `--reporter=json`, with the scores of vitest-evals. A hook that throws is named nowhere: its tests are skipped, and one
 * more suite failed than failed tests explain. The tests of a worker that was killed are pending in a file that passed.
 */
export const vitestFormat = jsonFormat(schema, ({ testResults, ...counts }, { root }) => {
  // Jest writes the same file with other habits: what Vitest never ended it calls skipped, its files have a message when a test failed, and it
  // counts those with an error outside of their tests.
  const jestErrors = counts.numRuntimeErrorTestSuites ?? null;
  const tests = testResults.flatMap(({ name, assertionResults }) => {
    const file = fromRoot(name, root);
    return assertionResults.map((each) => testOf(each, file));
  });
  const bad = tests.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped').length;
  const counted = counts.numTotalTests ?? tests.length;
  const sum = { counted, tests: tests.length, bad: counts.numFailedTests ?? 0, bad_tests: bad };
  return { tests, sums: [sum], damage: damageOf(testResults, counts.numFailedTestSuites, { root, jestErrors }) };
});

function testOf(entry: Test, file: string): FoundTest {
  const { ancestorTitles, title, status, duration, failureMessages, retryReasons, meta: known } = entry;
  const reasons = status === 'passed' ? [...failureMessages, ...retryReasons] : failureMessages;
  const [message] = reasons;
  const retried = status === 'passed' && message !== undefined;
  const scores = known.eval?.scores ?? [];
  return {
    id: [file, ...ancestorTitles, title].join(' > '),
    file,
    title: [...ancestorTitles, title].join(' > '),
    apart: [ancestorTitles],
    outcome: outcomeOfTest(status, known, message ?? ''),
    retried: retried ? `${retriedWords(reasons.length + 1)}: ${message}` : null,
    message,
    scores: scores.map(({ name, score: value, metadata }, at) => ({
      name: name ?? `score ${at + 1}`,
      score: value,
      reason: metadata?.rationale,
    })),
    latency_ms: duration,
    turn: turnOf(known),
  };
}

/** The agent answered, and what then threw was no assertion: the answer was not judged. */
function outcomeOfTest(status: string, { eval: judged, harness }: Test['meta'], message: string): FoundTest['outcome'] {
  const threw = judged === undefined && harness?.run.output !== undefined && !message.startsWith('AssertionError');
  return status === 'failed' && threw ? 'not_judged' : outcomeOf(status);
}

/** What vitest-evals knows of the turn, and what the test itself says. */
function turnOf({ eval: judged, harness: ran, agent_eval: own }: Test['meta']): object {
  const usage = ran?.run.usage;
  return {
    ...(judged?.output !== undefined && { output: judged.output }),
    ...(judged?.toolCalls != null && { tool_calls: judged.toolCalls }),
    ...(usage?.inputTokens != null && {
      usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens ?? null },
    }),
    ...own,
  };
}

function damageOf(
  files: readonly TestFile[],
  failedSuites: number,
  { root, jestErrors }: { readonly root: string; readonly jestErrors: number | null },
): readonly Damage[] {
  const isNotLoaded = ({ message, assertionResults }: TestFile) =>
    (Boolean(message) && jestErrors === null) || assertionResults.length === 0;
  const damage = files.filter(isNotLoaded).map(({ name, message }): Damage => {
    const problem = firstMessage(message || 'it has no test, or its worker was killed');
    return { code: 'not_loaded', file: fromRoot(name, root), problem };
  });
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const pending = tests.filter(({ status }) => status === 'pending').map(({ title }) => title);
  if (jestErrors !== null) {
    if (jestErrors <= damage.length) return damage;
    const told = files.filter(({ message, assertionResults }) => Boolean(message) && assertionResults.length > 0);
    const hasFailed = (file: TestFile) => file.assertionResults.some(({ status }) => status === 'failed');
    // Below a head of its own, after those of tests.
    const outside = (told.find((file) => !hasFailed(file)) ?? told.at(-1))?.message?.split(/^\s*● .*$/m).at(-1);
    return [...damage, { code: 'unhandled_error', problem: firstMessage(outside ?? '') }];
  }
  if (pending.length > 0) damage.push({ code: 'pending', tests: pending, why: 'killed' });
  if (failedSuites > new Set(files.flatMap((file, at) => failedPlaces(file, at, isNotLoaded(file)))).size) {
    const skipped = files.flatMap(({ name, assertionResults }) =>
      assertionResults.flatMap(({ status }) => (status === 'skipped' ? [name] : [])),
    );
    const [suspect, ...others] = new Set(skipped);
    const file = suspect === undefined || others.length > 0 ? null : fromRoot(suspect, root);
    damage.push({ code: 'hook_failed', file, left_out: skipped.length });
  }
  return damage;
}

/** The file, by its place, and the describes that failed because of a test, or because the file was not loaded: each project has its own. */
function failedPlaces(file: TestFile, at: number, isNotLoaded: boolean): readonly string[] {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  const paths = failed.map(({ ancestorTitles }) => [at, ...ancestorTitles]);
  if (isNotLoaded) paths.push([at]);
  return paths.flatMap((path) => path.map((_, depth) => JSON.stringify(path.slice(0, depth + 1))));
}
