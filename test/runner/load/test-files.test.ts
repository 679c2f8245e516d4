import { describe, expect, test } from 'vitest';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { asHashedHere, type TestFiles, testFiles, vanishedCases } from '#runner/load/test-files.ts';
import { caseRecord, resultsFile } from '#test/support/results.ts';
import { validConfig } from '../../config/read-config.ts';
import { aCase } from '../../trials/trial/build-trial.ts';
import { filesOf } from '../in-memory.ts';

const FILES = { 'evals/a.test.mjs': 'a', 'evals/b.test.mjs': 'b', 'evals/score.mjs': 'score' };
const [A, B] = ['evals/a.test.mjs', 'evals/b.test.mjs'];

/** The files of a suite with `tests: [evals/**]`, or of another config, of which these ran a test. */
function ran(
  named: readonly string[],
  texts: Readonly<Record<string, string>>,
  yaml = 'suite: {run: [x, "{results}"], results: vitest, tests: ["evals/**"]}',
): Promise<TestFiles> {
  const { agent, coverage } = validConfig(`version: 1\n${yaml}\n`);
  if (agent.kind !== 'suite') throw new Error('a suite is expected');
  return testFiles(named, { agent, coverage }, 'agent-eval.yml', filesOf(texts));
}

/** The one test of a file, of the file's name. */
const fileTest = (path: string) => ({ name: path, path });

/** A run in which each of these files had a test of its name. */
async function runOf(named: readonly string[], texts: Readonly<Record<string, string>>): Promise<ResultsFile> {
  const hashes = await (await ran(named, texts)).hashesOf(named.map(fileTest));
  return resultsFile(
    named.map((file) => caseRecord(file, { source: { file, line: 1 }, grader_hash: hashes.get(file) ?? null })),
  );
}

/** What becomes of main's tests in a change. */
async function afterwards(named: readonly string[], texts: Readonly<Record<string, string>>, main: ResultsFile[]) {
  const tests = await ran(named, texts);
  const here = await runOf(named, texts);
  const [nearest, ...earlier] = main.map((results) => ({ results, sha: null, url: null, place: null }));
  if (nearest === undefined) throw new Error('main has a run');
  const found: BaselineLookup = {
    ...{ kind: 'found', target_sha: null, choice: 'the last run', notes: [] },
    runs: [nearest, ...earlier],
  };
  const cases = named.map((file) => aCase({}, { id: file, source: { file, line: 1 } }));
  const hashed = await asHashedHere(found, { cases }, tests);
  const runs = hashed.kind === 'found' ? hashed.runs.map(({ results }) => results) : [];
  const graders = new Map(runs[0]?.cases.map(({ id, grader_hash }) => [id, grader_hash]));
  return {
    changed: here.cases.flatMap(({ id, grader_hash }) =>
      graders.has(id) && graders.get(id) !== grader_hash ? [id] : [],
    ),
    ...(await vanishedCases(runs, { cases }, tests)),
  };
}

test.each<[what: string, named: readonly string[], texts: Readonly<Record<string, string>>, expected: object]>([
  ['a file that can’t be loaded takes its tests with it, and no other test is another one', [A], FILES, { here: [B] }],
  ['an edited file that has no test any more removes its tests', [A], { ...FILES, [B]: 'helper' }, {}],
  ['a deleted file removes its tests', [A], { [A]: 'a', 'evals/score.mjs': 'score' }, {}],
  ['an edited file makes its tests others', [A, B], { ...FILES, [B]: 'stricter' }, { changed: [B] }],
  [
    'a file that all tests share makes all of them others',
    [A, B],
    { ...FILES, 'evals/score.mjs': '1' },
    { changed: [A, B] },
  ],
  [
    'what a runner compiles makes no test another one',
    [A, B],
    { ...FILES, 'evals/__pycache__/a.pyc': 'of this checkout', 'evals/deep/__pycache__/b.pyc': '1' },
    {},
  ],
  ['a new file with tests leaves the others as they are', [A, B, 'evals/c.mjs'], { ...FILES, 'evals/c.mjs': 'c' }, {}],
])('where `tests` names a whole folder, %s', async (_, named, texts, expected) => {
  const main = await runOf([A, B], FILES);
  expect(await afterwards(named, texts, [main])).toEqual({ changed: [], here: [], on_main: [], ...expected });
});

test('the files that say what is expected are known one by one, and those that decide what is installed for them', async () => {
  const files = { ...FILES, 'package.json': '{}', 'yarn.lock': '1', 'lib/package.json': '{}' };
  const { tests, manifests } = await (await ran([A], files)).each();
  expect(Object.keys(tests).sort()).toEqual(Object.keys(FILES).sort());
  expect(Object.keys(manifests)).toEqual(['package.json', 'yarn.lock']);
});

test('a test that main’s newest run lost with its file is known as lost', async () => {
  const main = [await runOf([A], FILES), await runOf([A, B], FILES)];
  expect(await afterwards([A], FILES, main)).toEqual({ changed: [], here: [], on_main: [B] });
});

const RUN = 'suite: {run: [x, "{results}"], results: vitest}';
const COVERED = `${RUN}\ncovers: [src/**]`;
const running = (...words: readonly string[]) => RUN.replace('x', words.join(', '));
const VITEST_CONFIG = "export default { test: { setupFiles: ['./evals/env.ts'] } };";
const JEST = { jest: { setupFilesAfterEnv: ['<rootDir>/evals/env.ts'] } };
/** Files of which each imports the next, and the last one says something. */
const chain = (ending: string, last: string) =>
  Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [
      `${at === 0 ? 'vitest' : `c${at}`}.${ending}`,
      at === 299 ? last : `import './c${at + 1}.${ending}';`,
    ]),
  );
const MANY = Array.from({ length: 2000 }, (_, at) => `./no/${at}.js`);
const PROMPTFOO = 'prompts: [file://prompt.txt]\nproviders:\n  - file://agent.py\ntests:\n  - file://tests.csv\n';
const PROMPTFOO_JSON = JSON.stringify({ prompts: ['file://prompt.txt'], tests: 'file://tests.csv' }, null, 2);
const PLUGINS = 'pytest_plugins = [\n  "evals.env",\n]\n';

describe('without the file being named as a test,', () => {
  const IMPORTING = { [A]: "import { ask } from '../src/agent.mjs';\nimport { mild } from './score.mjs';\n" };
  const OWN = { 'src/agent.mjs': '1', 'evals/score.mjs': '1' };
  type Row = [what: string, becomes: string, texts: Readonly<Record<string, string>>, file: string, yaml?: string];
  test.each<Row>([
    ['a set-up file that the config of Vitest names', 'others', { 'vitest.config.ts': VITEST_CONFIG }, 'evals/env.ts'],
    ['that config itself', 'others', {}, 'vitest.config.ts'],
    ['a config of Vite', 'others', {}, 'vite.config.mts'],
    ['what that config imports', 'others', { 'vitest.config.ts': "import './base.ts';" }, 'base.ts'],
    [
      'a set-up file that what it imports names',
      'others',
      { 'vitest.config.ts': "import b from './base.config.ts';", 'base.config.ts': VITEST_CONFIG },
      'evals/env.ts',
    ],
    [
      'what a config names by a value that can not be read',
      'others',
      { 'vitest.config.ts': "const own = ['./evals/env.ts']; export default { test: { setupFiles: own } };" },
      'evals/env.ts',
    ],
    ['what the last of 300 configs names', 'others', chain('config.ts', VITEST_CONFIG), 'evals/env.ts'],
    [
      'the last of 2,000 required files',
      'others',
      { '.mocharc.json': JSON.stringify({ require: [...MANY, 'evals/env.ts'] }) },
      'evals/env.ts',
    ],
    [
      'a reporter in a list of lists',
      'others',
      { 'playwright.config.ts': "reporter: [['list'], ['./evals/env.ts']]" },
      'evals/env.ts',
    ],
    ["what promptfoo's tests name", 'others', { 'promptfooconfig.yaml': PROMPTFOO }, 'tests.csv'],
    ['the provider that promptfoo tests', 'the same', { 'promptfooconfig.yaml': PROMPTFOO }, 'agent.py'],
    ['the prompt that promptfoo tests', 'the same', { 'promptfooconfig.json': PROMPTFOO_JSON }, 'prompt.txt'],
    ["a set-up file of package.json's jest", 'others', { 'package.json': JSON.stringify(JEST) }, 'evals/env.ts'],
    [
      "a global set-up of Playwright's config",
      'others',
      { 'playwright.config.ts': 'globalSetup: "evals/env"' },
      'evals/env.ts',
    ],
    ['what .mocharc requires', 'others', { '.mocharc.json': '{"require": ["evals/env.ts"]}' }, 'evals/env.ts'],
    ['what .npmrc gives Node', 'others', { '.npmrc': 'node-options=--import ./evals/env.ts' }, 'evals/env.ts'],
    ['a conftest.py above the tests', 'others', {}, 'conftest.py'],
    ['a plugin of conftest.py', 'others', { 'conftest.py': PLUGINS }, 'evals/env.py'],
    ['a plugin of pytest.ini', 'others', { 'pytest.ini': '[pytest]\naddopts = -p evals.env\n' }, 'evals/env.py'],
    ['what the command has Node import', 'others', {}, 'env.mjs', running('node', '--import', './env.mjs', '--test')],
    [
      'a config that the command names',
      'others',
      {},
      'ci/eval.config.ts',
      running('npx', 'vitest', '--config=ci/eval.config.ts'),
    ],
    [
      'what a variable has Node import',
      'others',
      {},
      'env.mjs',
      RUN.replace('vitest}', 'vitest, env: {NODE_OPTIONS: "--require ./env.mjs"}}'),
    ],
    ...[
      'node, --quiet, evals/run.mjs',
      '.venv/bin/python3.12, evals/run.mjs',
      'node, ./evals/run.mjs',
      'npx, tsx@4.20.3, evals/run.mjs',
    ].map((command): Row => [`the wrapper of ${command}`, 'others', {}, 'evals/run.mjs', running(command)]),
    [
      'the last of 300 files that import one another, which `covers` does not name,',
      'others',
      { [A]: "import '../vitest.mjs';", ...chain('mjs', '') },
      'c299.mjs',
      COVERED,
    ],
    ['what a test imports and `covers` does not name', 'others', { ...OWN, ...IMPORTING }, 'evals/score.mjs', COVERED],
    ['what a test imports and `covers` names', 'the same', { ...OWN, ...IMPORTING }, 'src/agent.mjs', COVERED],
    ['what a test imports, without `covers`,', 'the same, and names it,', { ...OWN, ...IMPORTING }, 'src/agent.mjs'],
    [
      'what a conftest.py imports, without `covers`,',
      'the same, and names it,',
      { 'conftest.py': 'from src import agent' },
      'src/agent.py',
    ],
    ['a file that nobody names', 'the same', {}, 'src/other.mjs'],
    ...[
      "reporters: [['x', 'a.json']]",
      "reporters: [['x', { outputFile: '1.xml' }], // the last ]\n 'y', ['z', { o: './a.json' }]], globals: f()",
      "reporter: process.env.CI\n ? [['x', { o: '1.xml' }], ['z', ['a.json']]]\n : 'list',\n use: {}",
      "reporters: ['x', ['y', {}]], outputFile: { junit: '1.xml', json: 'a.json' }",
    ].map((config): Row => ['a report that a config names', 'the same', { 'jest.config.js': config }, 'a.json']),
    ...[
      "reporters: [['x', 'b.json']], setupFiles: [f('a.json')]",
      "const reporter = 'x'\nconst data = [['a.json']]\nconst own = { setupFiles: data }",
      "reporters: [['x', '1.json'}], setupFiles: [f('a.json')]",
      "reporters: [['x', 'a.json']], globals: f('a.json')",
    ].map((config): Row => ['a file that a config names elsewhere', 'others', { 'jest.config.js': config }, 'a.json']),
    ...(['--reporter=json --outputFile=a.json --config=f()', '--reporter=json --config=a.json'] as const).map(
      (options, at): Row => [
        `${['a report', 'a config'][at]} that a script names`,
        at === 0 ? 'the same' : 'others',
        { 'package.json': JSON.stringify({ scripts: { x: `vitest run ${options}` } }) },
        'a.json',
      ],
    ),
    [
      'the results that a config names, too',
      'the same',
      { 'playwright.config.ts': "reporter: [['junit', { outputFile: './out.x' }]]" },
      'out.x',
      RUN.replace('"{results}"]', '], file: out.x'),
    ],
  ])('a change of %s makes its tests %s', async (_, becomes, texts, file, yaml = RUN) => {
    const at = async (text: string) => {
      const all = { [A]: 'a', ...texts, [file]: text };
      const tests = await ran([A], all, yaml);
      return { hash: (await tests.hashesOf([fileTest(A)])).get(A), ...(await tests.each()) };
    };
    const [before, after] = [await at('one'), await at('another')];
    expect(before.hash !== after.hash).toBe(becomes === 'others');
    expect(file in after.tests).toBe(becomes === 'others');
    expect(file in after.imports).toBe(becomes.includes('names it'));
  });

  const MANIFEST = { version: '1', scripts: { evals: 'vitest', build: 'tsc' }, jest: { bail: 0 } };
  const TOML = '[project]\nname = "a"\n[tool.pytest.ini_options]\naddopts = "-q"\n';
  test.each<[what: string, file: string, before: string, after: string, isOther: boolean]>([
    ["package.json's jest", 'package.json', JSON.stringify(MANIFEST), JSON.stringify({ ...MANIFEST, jest: {} }), true],
    [
      'a script that runs the tests',
      'package.json',
      JSON.stringify(MANIFEST),
      JSON.stringify({ ...MANIFEST, scripts: { evals: 'x' } }),
      true,
    ],
    [
      'the rest of package.json',
      'package.json',
      JSON.stringify(MANIFEST),
      JSON.stringify({ ...MANIFEST, version: '2' }),
      false,
    ],
    ["pyproject's section of pytest", 'pyproject.toml', TOML, TOML.replace('-q', '-x'), true],
    ['the rest of pyproject', 'pyproject.toml', TOML, TOML.replace('"a"', '"b"'), false],
  ])(
    'a change of %s makes its tests others only if a runner reads it (%s)',
    async (_, file, before, after, isOther) => {
      const at = async (text: string) => {
        const tests = await ran([A], { [A]: 'a', [file]: text }, running('npm', 'run', 'evals'));
        return (await tests.hashesOf([fileTest(A)])).get(A);
      };
      expect((await at(before)) !== (await at(after))).toBe(isOther);
    },
  );
});

const PYTEST = `import pytest
TEXT = """
def test_within():
    a text
"""

@pytest.fixture
def test_client():
    return 1

# refunds
def test_plain(
    client,
):
    assert ask("""
no indent
""") == "yes"  # why

@pytest.mark.parametrize("city", [
    "Oslo",
])
async def test_city(city):
    assert city

class TestTools:
    limit = 3

    def test_first(self):
        assert self.limit

    def test_second(self):
        assert test_spoken_of()

def test_spoken_of():
    return 4
`;

const VITEST = `import { test } from 'vitest';
const SOURCE = \`
test('within', () => {
\`;
describe('refund', () => {
  beforeEach(() => reset({ to: 0 }));
  // (why
  it('plain', async () => {
    expect(await ask(\`
not indented (\`)).toBe(1);
  });
  test.each([[1]])('each %s', (n) => check(n));
  test("one line :)", () => check(5), 60_000);
});
describe('twice', () => {
  it('same', () => check(6));
});
it('same', () => check(7));
`;

const [PY, TS] = ['evals/test_a.py', 'evals/a.test.ts'];
const NAMES = {
  [PY]: [
    'test_plain',
    'test_city[Oslo]',
    'TestTools::test_first',
    'TestTools::test_second',
    'test_spoken_of',
    'TestChild::test_first',
  ].map((name) => `${PY}::${name}`),
  [TS]: ['refund > plain', 'refund > each 1', 'refund > one line :)', 'twice > same', 'same'].map(
    (name) => `${TS} > ${name}`,
  ),
};

describe('an edit of a file of pytest or Vitest makes other cases of', () => {
  const [plain = '', city = '', first = '', second = '', , inherited = ''] = NAMES[PY] ?? [];
  const [first_ts = '', each = '', line = '', same = '', other = ''] = NAMES[TS] ?? [];
  // Those that nobody can place for certain are other cases with any edit of their file.
  const [unplaced, unplaced_ts] = [
    [NAMES[PY]?.[4] ?? '', inherited],
    [each, same, other],
  ];
  const all = (path: string) => NAMES[path] ?? [];
  test.each<[what: string, file: string, from: string | RegExp, to: string, others: readonly string[]]>([
    ['none but those unplaced: a comment', PY, '# refunds', '# of money', unplaced],
    ['a test: its lines, also those without indentation', PY, 'no indent', 'another', [plain, ...unplaced]],
    ['a test: its decorator', PY, '    "Oslo"', '    "Bergen"', [city, ...unplaced]],
    ['a test: a line of its class', PY, 'assert self.limit', 'assert True', [first, ...unplaced]],
    ['a class: what its tests share', PY, 'limit = 3', 'limit = 4', [first, second, ...unplaced]],
    ['none but those unplaced: a new test at the end', PY, /$/, '\n\n# new\ndef test_new():\n    pass\n', unplaced],
    [
      'none but those unplaced: a new class',
      PY,
      /$/,
      '\nclass TestNew:\n    def test_it(self):\n        pass\n',
      unplaced,
    ],
    ['all: a text in which a test stands', PY, 'a text', 'another', all(PY)],
    ['all: a fixture', PY, 'return 1', 'return 2', all(PY)],
    ['all: a test that another one speaks of', PY, 'return 4', 'return 5', all(PY)],
    ['all: a helper after the tests', PY, /$/, '\ndef helper():\n    pass\n', all(PY)],
    ['all: a file whose brackets don’t close', PY, /$/, '\nx = [\n', all(PY)],
    ['a test: its lines', TS, 'toBe(1)', 'toBe(2)', [first_ts, ...unplaced_ts]],
    ['a test: its one line', TS, 'check(5)', 'check(4)', [line, ...unplaced_ts]],
    ['none but those unplaced: a new test', TS, "it('same'", "it('new', () => {\n});\nit('same'", unplaced_ts],
    ['none but those unplaced: one of two of a name', TS, 'check(6)', 'check(4)', unplaced_ts],
    ['all: a text in which a test stands', TS, "test('within', () => {", "test('within', () => 1", all(TS)],
    ['all: a pattern, in which brackets may be none', TS, 'check(5)', 'check(/5/)', all(TS)],
    ['all: a hook', TS, 'to: 0', 'to: 1', all(TS)],
    ['all: a table of tests', TS, '[[1]]', '[[2]]', all(TS)],
  ])('%s (%s)', async (_, path, from, to, expected) => {
    const text = path === PY ? PYTEST : VITEST;
    const tests = all(path).map((name) => ({ name, path }));
    const hashed = async (content: string) => (await ran([path], { [path]: content })).hashesOf(tests);
    const [before, after] = [await hashed(text), await hashed(text.replace(from, to))];
    expect(
      all(path)
        .filter((name) => before.get(name) !== after.get(name))
        .sort(),
    ).toEqual([...expected].sort());
  });
});
