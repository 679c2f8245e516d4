import { expect, test } from 'vitest';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { asHashedHere, type TestFiles, testFiles, vanishedCases } from '#runner/load/test-files.ts';
import { caseRecord, resultsFile } from '#test/support/results.ts';
import { validConfig } from '../../config/read-config.ts';
import { aCase } from '../../trials/trial/build-trial.ts';
import { filesOf } from '../in-memory.ts';

const FILES = { 'evals/a.test.mjs': 'a', 'evals/b.test.mjs': 'b', 'evals/score.mjs': 'score' };
const [A, B] = ['evals/a.test.mjs', 'evals/b.test.mjs'];

/** The files of a suite with `tests: [evals/**]`, of which these ran a test. */
function ran(named: readonly string[], texts: Readonly<Record<string, string>>): Promise<TestFiles> {
  const { agent } = validConfig('version: 1\nsuite: {run: [x, "{results}"], results: vitest, tests: ["evals/**"]}\n');
  if (agent.kind !== 'suite') throw new Error('a suite is expected');
  return testFiles(named, agent, 'agent-eval.yml', filesOf(texts));
}

/** A run in which each of these files had a test of its name. */
async function runOf(named: readonly string[], texts: Readonly<Record<string, string>>): Promise<ResultsFile> {
  const hashes = await (await ran(named, texts)).hashesOf(named);
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

test('the wrapper that runs the tests is one of their files where the config names none', async () => {
  const { agent } = validConfig(
    'version: 1\nsuite: {run: [node, --quiet, evals/run.mjs, "{results}"], results: vitest}\n',
  );
  if (agent.kind !== 'suite') throw new Error('a suite is expected');
  const hashOf = async (wrapper: string) => {
    const texts = { ...FILES, 'evals/run.mjs': wrapper };
    return (await (await testFiles([A], agent, 'agent-eval.yml', filesOf(texts))).hashesOf([A])).get(A);
  };
  expect(await hashOf('counts all')).not.toBe(await hashOf('counts what passes'));
});
