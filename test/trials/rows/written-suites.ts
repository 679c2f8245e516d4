import fc from 'fast-check';
import type { RowMapping } from '#trials/rows/row-mapping.ts';

/** A test as a suite has it, before any runner writes it down. Its milliseconds are its own, so that its row can be recognised. */
export interface WrittenTest {
  readonly file: string;
  readonly describes: readonly string[];
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly ms: number;
}

/** Names that clash with one another, with describes, and with what readers make of names. */
const TITLES = [
  'refund',
  'asks',
  'a > b',
  'b',
  'x #1 of 2',
  'x',
  'x repeat 1',
  'day[2025-09-05]',
  'm[opus-4-5]',
  '<&">',
  'ä日',
];

/** Suites of up to 12 tests. */
export const suites = fc
  .array(
    fc.record({
      file: fc.constantFrom('evals/a.py', 'evals/b.py'),
      describes: fc.array(fc.constantFrom('refund', 'a', 'b', 'a > b'), { maxLength: 2 }),
      title: fc.constantFrom(...TITLES),
      outcome: fc.constantFrom('passed', 'passed', 'failed', 'skipped'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((tests): readonly WrittenTest[] => tests.map((test, at) => ({ ...test, ms: at + 1 })));

/** Prints a suite as a runner would; `null`: this runner can't have such a suite. */
export type Writer = (suite: readonly WrittenTest[]) => string | null;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const attributes = (of: Readonly<Record<string, string | number>>) =>
  Object.entries(of)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
const seconds = ({ ms }: WrittenTest) => ms / 1000;
const isBad = ({ outcome }: WrittenTest) => outcome === 'failed';
const WHY = 'AssertionError: expected a refund, the agent said: status 503, Overloaded';

function testcase(test: WrittenTest, of: Readonly<Record<string, string>>, inside?: string): string {
  const end = { passed: '', failed: `<failure message="${WHY}"/>`, skipped: '<skipped/>' }[test.outcome];
  return `<testcase${attributes({ ...of, time: seconds(test) })}>${inside ?? end}</testcase>`;
}

/** Tests of one file or describe together, as runners nest them. */
function nested(
  suite: readonly WrittenTest[],
  depth: number,
  print: (name: string, tests: readonly WrittenTest[], inner: string, children: number) => string,
  leaf: (test: WrittenTest) => string,
): { readonly text: string; readonly children: number } {
  const names = [...new Set(suite.flatMap(({ describes }) => describes[depth] ?? []))];
  const own = suite.filter(({ describes }) => describes.length === depth);
  const groups = names.map((name) => {
    const tests = suite.filter(({ describes }) => describes[depth] === name);
    const { text, children } = nested(tests, depth + 1, print, leaf);
    return print(name, tests, text, children);
  });
  return { text: [...groups, ...own.map(leaf)].join(''), children: groups.length + own.length };
}

const byFile = (suite: readonly WrittenTest[]) =>
  [...new Set(suite.map(({ file }) => file))].map(
    (file) => [file, suite.filter((test) => test.file === file)] as const,
  );

const isUnique = (names: readonly string[]) => new Set(names).size === names.length;

/** node counts children, and writes tests outside of a describe below the root. */
const node: Writer = (suite) => {
  const leaf = (test: WrittenTest) =>
    testcase(
      test,
      { name: test.title, classname: 'test', file: test.file },
      test.outcome === 'skipped' ? '<skipped type="todo"/>' : undefined,
    );
  const { text } = nested(
    suite,
    0,
    (name, tests, inner, children) =>
      `<testsuite${attributes({ name, disabled: 0, errors: 0, tests: children, failures: tests.filter(isBad).length, skipped: 0 })}>${inner}</testsuite>`,
    leaf,
  );
  return `<?xml version="1.0"?><testsuites>${text}<!-- tests ${suite.length} --></testsuites>`;
};

/** bun nests describes in a suite for each file. */
const bun: Writer = (suite) => {
  const print = (name: string, tests: readonly WrittenTest[], inner: string) =>
    `<testsuite${attributes({ name, tests: tests.length, failures: tests.filter(isBad).length })}>${inner}</testsuite>`;
  const leaf = (test: WrittenTest) =>
    testcase(test, { name: test.title, classname: test.describes.join(' > '), file: test.file });
  const files = byFile(suite).map(([file, tests]) => print(file, tests, nested(tests, 0, print, leaf).text));
  return `<testsuites${attributes({ name: 'bun test', tests: suite.length })}>${files.join('')}</testsuites>`;
};

/** jest-junit counts no todo, which it writes like what passed, and joins all names by a space. */
const jestJunit: Writer = (suite) => {
  const files = byFile(suite).map(([, tests]) => {
    const name = (test: WrittenTest) => [...test.describes, test.title].join(' ');
    const counted = tests.filter(({ outcome }) => outcome !== 'skipped').length;
    return `<testsuite${attributes({ name: tests[0]?.describes[0] ?? 'undefined', tests: counted, failures: tests.filter(isBad).length })}>${tests.map((test) => testcase(test.outcome === 'skipped' ? { ...test, ms: 0 } : test, { classname: name(test), name: name(test) }, isBad(test) ? `<failure>${WHY}\n    at Object.toContain (/r/a.js:1:1)</failure>` : '')).join('\n')}</testsuite>`;
  });
  return `<testsuites name="jest tests">${files.join('')}</testsuites>`;
};

/** Vitest has a suite for each file; a describe of which nothing ran may be one whose hook failed. */
const vitestJunit: Writer = (suite) => {
  const isNamedLikeDescribe = (test: WrittenTest) =>
    suite.some(({ describes }) =>
      ` > ${describes.join(' > ')} > `.includes(` > ${[...test.describes, test.title].join(' > ')} > `),
    );
  if (suite.some((test) => isBad(test) && isNamedLikeDescribe(test))) return null;
  const files = byFile(suite).map(
    ([file, tests]) =>
      `<testsuite${attributes({ name: file, tests: tests.length, failures: tests.filter(isBad).length, errors: 0 })}>${tests.map((test) => testcase(test, { classname: file, name: [...test.describes, test.title].join(' > ') })).join('')}</testsuite>`,
  );
  return `<testsuites${attributes({ name: 'vitest tests', tests: suite.length })}>${files.join('')}</testsuites>`;
};

/** Playwright has a suite for each project, here one for each file, and calls what throws an error. */
const playwright: Writer = (suite) => {
  const projects = byFile(suite).map(([hostname, tests]) => {
    const errors = tests.filter(isBad).length;
    const rows = tests.map((test) => {
      const name = [...test.describes, test.title].join(' › ');
      const threw = `<error message="${WHY}" type="Error">  [p] › a.spec.mjs:2:1 › ${escaped(name)} ────\n</error>`;
      return testcase(test, { name, classname: 'a.spec.mjs' }, isBad(test) ? threw : undefined);
    });
    return `<testsuite${attributes({ name: 'a.spec.mjs', hostname, tests: tests.length, errors })}>${rows.join('')}</testsuite>`;
  });
  return `<testsuites${attributes({ id: '', name: '', tests: suite.length })}>${projects.join('')}</testsuites>`;
};

/** pytest counts subtests too, and gives each test a name of its own. */
const pytestJunit: Writer = (suite) => {
  const of = (test: WrittenTest) => ({
    classname: [test.file.replace('.py', '').replace('/', '.'), ...test.describes].join('.'),
    name: test.title,
  });
  if (!isUnique(suite.map((test) => JSON.stringify(of(test))))) return null;
  return `<testsuites name="pytest tests"><testsuite${attributes({ name: 'pytest', errors: 0, failures: suite.filter(isBad).length, tests: suite.length + 3 })}>${suite.map((test) => testcase(test, of(test))).join('')}</testsuite></testsuites>`;
};

/** gotestsum's message says nothing, and its tests have no files. */
const gotestsum: Writer = (suite) => {
  const tests = suite.map((test) => {
    const text = `=== RUN   ${test.title}\n    a_test.go:9: wrong answer\n--- FAIL: ${test.title} (0.10s)\n`;
    return testcase(
      test,
      { classname: 'shop/evals', name: test.title },
      isBad(test) ? `<failure message="Failed" type="">${escaped(text)}</failure>` : undefined,
    );
  });
  return `<testsuites${attributes({ tests: suite.length, failures: suite.filter(isBad).length })}><testsuite${attributes({ tests: suite.length, failures: suite.filter(isBad).length, name: 'shop/evals' })}>${tests.join('\n')}</testsuite></testsuites>`;
};

/** Surefire and others write words, capitals and namespaces, and steps in tests. */
const words: Writer = (suite) => {
  const tests = suite.reduceRight(
    (inner, test) =>
      `<TestCase${attributes({ classname: test.describes.join('.'), name: test.title, file: test.file, time: seconds(test), status: { passed: 'run', failed: 'FAILED', skipped: 'notrun' }[test.outcome], result: test.outcome === 'skipped' ? 'suppressed' : 'completed' })}>${inner}</TestCase>`,
    '',
  );
  return `<u:TestSuites xmlns:u="urn:u"><TestSuite${attributes({ tests: suite.length, failures: suite.filter(isBad).length })}>${tests}</TestSuite></u:TestSuites>`;
};

function assertionResults(suite: readonly WrittenTest[], jest: boolean) {
  return byFile(suite).map(([file, tests]) => ({
    name: `/repo/${file}`,
    status: tests.some(isBad) ? 'failed' : 'passed',
    message: jest && tests.some(isBad) ? '  ● refund\n\n    expect(received)' : '',
    assertionResults: tests.map((test) => ({
      ancestorTitles: test.describes,
      title: test.title,
      status: test.outcome === 'skipped' && jest ? 'pending' : test.outcome,
      duration: test.ms,
      failureMessages: isBad(test) ? [`${WHY}\n    at x`] : [],
    })),
  }));
}

const vitest: Writer = (suite) => {
  const failed = new Set(
    suite
      .filter(isBad)
      .flatMap(({ file, describes }) =>
        [[], ...describes.map((_, at) => describes.slice(0, at + 1))].map((path) => JSON.stringify([file, path])),
      ),
  );
  return JSON.stringify({
    numFailedTestSuites: failed.size,
    numTotalTests: suite.length,
    numFailedTests: suite.filter(isBad).length,
    testResults: assertionResults(suite, false),
  });
};

/** A file runs once in each of its projects, which the file does not name. */
const vitestProjects: Writer = (suite) => vitest(suite)?.replaceAll('evals/b.py', 'evals/a.py') ?? null;

const jest: Writer = (suite) =>
  JSON.stringify({
    numFailedTestSuites: byFile(suite).filter(([, tests]) => tests.some(isBad)).length,
    numRuntimeErrorTestSuites: 0,
    numTotalTests: suite.length,
    numFailedTests: suite.filter(isBad).length,
    testResults: assertionResults(suite, true),
  });

/** With `--count 2` every test is there twice, under a name with its number. */
const pytest: Writer = (suite) => {
  const nodeid = (test: WrittenTest) => [test.file, ...test.describes, test.title].join('::');
  if (!isUnique(suite.map(nodeid))) return null;
  return JSON.stringify({
    exitcode: suite.some(isBad) ? 1 : 0,
    root: '/repo',
    summary: { collected: suite.length, total: suite.length },
    tests: suite.map((test) => ({
      nodeid: nodeid(test),
      outcome: test.outcome,
      call: { outcome: test.outcome, duration: seconds(test), crash: { message: WHY } },
    })),
  });
};

const ctrf: Writer = (suite) => {
  const status = { passed: 'passed', failed: 'failed', skipped: 'pending' };
  const tests = suite.map((test) => ({
    name: [...test.describes, test.title].join(' '),
    status: status[test.outcome],
    duration: test.ms,
    filePath: test.file,
    suite: [test.file, ...test.describes].join(' > '),
  }));
  return JSON.stringify({
    results: {
      tool: { name: 'jest' },
      summary: { tests: suite.length },
      tests,
    },
  });
};

/** promptfoo describes many tests alike, writes them in the order in which they end, and has no skips. */
const promptfoo: Writer = (suite) => {
  const ran = suite.filter(({ outcome }) => outcome !== 'skipped');
  if (ran.length === 0) return null;
  const results = ran.map((test, at) => ({
    success: !isBad(test),
    latencyMs: test.ms,
    promptIdx: 0,
    testIdx: at,
    provider: { id: 'p' },
    testCase: {
      description: test.title,
      vars: { language: test.describes.join() },
      assert: [{ type: 'contains', value: test.file }],
    },
    response: { output: 'x' },
  }));
  return JSON.stringify({
    results: {
      results: results.toReversed(),
      stats: {
        successes: results.filter(({ success }) => success).length,
        failures: ran.filter(isBad).length,
        errors: 0,
      },
    },
    runtimeOptions: { cache: false, repeat: 1 },
  });
};

const evalite: Writer = (suite) => {
  const ran = suite.filter(({ outcome }) => outcome !== 'skipped');
  if (ran.length === 0) return null;
  const evals = byFile(ran).map(([file, tests]) => ({
    name: 'e',
    filepath: `/repo/${file}`,
    results: tests.map((test) => ({
      input: test.title,
      expected: test.describes.join(),
      output: 'x',
      status: 'success',
      duration: test.ms,
      scores: [{ name: 's', score: isBad(test) ? 0 : 1 }],
    })),
  }));
  return JSON.stringify({ run: { createdAt: '2026-11-29T08:00:00Z' }, evals });
};

const deepeval: Writer = (suite) => {
  const ran = suite.filter(({ outcome }) => outcome !== 'skipped');
  if (ran.length === 0) return null;
  const testCases = ran.map((test) => ({
    name: `test_${test.title}`,
    input: test.describes.join(),
    actualOutput: 'x',
    success: !isBad(test),
    completionTime: seconds(test),
    metricsData: [{ name: 'm', success: !isBad(test), score: isBad(test) ? 0 : 1 }],
  }));
  return JSON.stringify({
    testFile: 'evals/t.py',
    testCases,
    testPassed: testCases.filter(({ success }) => success).length,
    testFailed: testCases.filter(({ success }) => !success).length,
  });
};

/** Inspect refuses two samples of one id. */
const inspect: Writer = (suite) => {
  const ran = suite.filter(({ outcome }) => outcome !== 'skipped');
  const ids = ran.map(({ file, describes, title }) => [file, ...describes, title].join('/'));
  if (ran.length === 0 || !isUnique(ids)) return null;
  const samples = ran.map((test, at) => ({
    ...{ id: ids[at], epoch: 1, output: { completion: 'x', choices: [{}] }, total_time: seconds(test) },
    scores: { match: { value: isBad(test) ? 'I' : 'C' } },
  }));
  return JSON.stringify({
    status: 'success',
    eval: { task: 't', model: 'openai/a', dataset: { sample_ids: ids }, config: { epochs: 1 } },
    samples,
  });
};

const adk: Writer = (suite) => {
  const ran = suite.filter(({ outcome }) => outcome !== 'skipped');
  const results = ran.map((test) => ({
    ...{ eval_set_id: test.file, eval_id: test.title, final_eval_status: isBad(test) ? 2 : 1 },
    overall_eval_metric_results: [
      { metric_name: 'match', score: isBad(test) ? 0 : 1, eval_status: isBad(test) ? 2 : 1 },
    ],
    eval_metric_result_per_invocation: [
      { expected_invocation: { user_content: test.describes }, actual_invocation: { duration: seconds(test) } },
    ],
  }));
  return ran.length === 0 ? null : JSON.stringify({ eval_set_id: 'e', eval_case_results: results });
};

/** Of two words for one outcome the worst holds. */
const jsonLines: Writer = (suite) =>
  `\ufeff${suite.map((test) => JSON.stringify({ id: test.title, outcome: isBad(test) ? 'OK' : test.outcome.toUpperCase(), passed: !isBad(test), latency_ms: test.ms, suite: test.describes.join() })).join('\r\n')}\n`;

/** How the next two are read. */
export const MAPPING: RowMapping = {
  ...{ each: 'report.tests', count: 'report.total', id: ['names.title'], passed: { status: ['PASS'] }, failed: {} },
  ...{ error: { status: ['TRANSIENT'] }, skipped: { status: ['N/A'] }, scores: {}, message: ['why.0'] },
  ...{ file: 'names.file', trial: null, latency_ms: 'took.ms', output: null },
};

const mapped = (suites: readonly (readonly WrittenTest[])[], indent?: number) =>
  suites
    .map((tests) => ({
      report: {
        total: tests.length,
        tests: tests.map(({ title, file, describes, outcome, ms }) => ({
          ...{ names: { title, file }, suite: describes.join(), took: { ms }, why: [WHY] },
          status: { passed: 'pass', failed: 'FAILURE', skipped: 'N/A' }[outcome],
        })),
      },
    }))
    .map((document) => JSON.stringify(document, null, indent))
    .join('\n');

/** A team's own file, in one document and in one a test. */
const document: Writer = (suite) => mapped([suite], 2);
const documents: Writer = (suite) => mapped(suite.map((test) => [test]));

/** Each with the format that its file is read as. */
export const WRITERS = {
  node: ['junit', node],
  bun: ['junit', bun],
  'jest-junit': ['junit', jestJunit],
  'vitest-junit': ['junit', vitestJunit],
  'pytest-junit': ['junit', pytestJunit],
  playwright: ['junit', playwright],
  gotestsum: ['junit', gotestsum],
  words: ['junit', words],
  vitest: ['vitest', vitest],
  'vitest with projects': ['vitest', vitestProjects],
  jest: ['vitest', jest],
  pytest: ['pytest', pytest],
  ctrf: ['ctrf', ctrf],
  promptfoo: ['promptfoo', promptfoo],
  evalite: ['evalite', evalite],
  deepeval: ['deepeval', deepeval],
  inspect: ['inspect', inspect],
  adk: ['adk', adk],
  jsonl: ['jsonl', jsonLines],
  'rows in a document': ['rows', document],
  'rows in lines': ['rows', documents],
} as const satisfies Readonly<Record<string, readonly [format: string, writer: Writer]>>;
