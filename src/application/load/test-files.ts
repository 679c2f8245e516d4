import type { CaseRecord, ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { SuiteAgentConfig } from '#domain/config/config.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { hashJson } from '#domain/hash-json.ts';
import type { SuiteFiles } from '../ports/ports.ts';

/** The files in which a suite's own tests say what they expect. */
export interface TestFiles {
  /**
   * What a test of this file expects, as the files are now: the file itself, and all that every test shares. An edited file makes its
   * tests other cases, so that a stricter test is no regression and a laxer one no improvement.
   */
  hashOf(file: string): Promise<string>;
}

/**
 * Finds them: those that the results name, and those that the config does.
 *
 * @param named the files of all its tests, from the working directory
 * @param config_path stands for the file of a test that names none
 */
export async function testFiles(
  named: readonly string[],
  { tests: globs }: SuiteAgentConfig,
  config_path: string,
  files: SuiteFiles,
): Promise<TestFiles> {
  const own = new Set(named.filter((file) => file !== config_path));
  const here = files.locate('.').replace(/^\.$/, '');
  const fromConfig = [...own].map((file) =>
    here !== '' && file.startsWith(`${here}/`) ? file.slice(here.length + 1) : file,
  );
  const found = new Set<string>();
  for (const glob of globs ?? [...DEFAULT_SHARED, ...conftests(fromConfig)])
    for (const path of await files.expand(glob)) if (!own.has(path)) found.add(path);
  const shared = [...found].sort();
  return {
    async hashOf(file) {
      const paths = file === config_path ? shared : [file, ...shared];
      return hashJson(await Promise.all(paths.map(async (path) => `${path} ${(await files.hash(path)) ?? ''}`)));
    },
  };
}

/** Files beside the config by which runners are set up. */
const DEFAULT_SHARED = [
  'vitest.config.*',
  'vitest.workspace.*',
  'conftest.py',
  'pytest.ini',
  'promptfooconfig.*',
  'evalite.config.*',
  'test_config.json',
];

/** Those of pytest in every folder above a test. */
function conftests(tests: readonly string[]): readonly string[] {
  const folders = tests.flatMap((file) => {
    const steps = file.split('/').slice(0, -1);
    return steps.map((_, depth) => `${steps.slice(0, depth + 1).join('/')}/conftest.py`);
  });
  return [...new Set(folders)];
}

/** Cases whose tests are not what they were when the suite began: what ran meanwhile wrote to them. */
export async function changedTests(
  { cases, grader_hashes: before }: Pick<LoadedSuite, 'cases' | 'grader_hashes'>,
  tests: TestFiles,
): Promise<readonly string[]> {
  const now = await hashesOf(new Set(cases.map(({ source }) => source.file)), tests);
  return cases.flatMap(({ id, source }) => (now.get(source.file) === before.get(id) ? [] : [id]));
}

/** Names of main's cases that did not run although what they expect is as it was: nobody removed them. */
export interface VanishedCases {
  /** Those of its nearest run that did not run here. */
  readonly here: readonly string[];
  /** Those of its earlier runs that did not run in its nearest one. */
  readonly on_main: readonly string[];
}

/**
 * Finds them.
 *
 * @param runs of main, nearest first
 */
export async function vanishedCases(
  [nearest, ...earlier]: readonly Pick<ResultsFile, 'cases' | 'agent'>[],
  { cases }: Pick<LoadedSuite, 'cases'>,
  tests: TestFiles,
): Promise<VanishedCases> {
  const main = nearest?.cases ?? [];
  // Under other conditions its runner may have been told to run others.
  const alike = earlier.filter(({ agent }) => agent.key === nearest?.agent.key).flatMap((run) => run.cases);
  return { here: await goneFrom(cases, main, tests), on_main: await goneFrom(main, alike, tests) };
}

async function goneFrom(
  present: readonly Pick<CaseRecord, 'id' | 'name'>[],
  before: readonly CaseRecord[],
  tests: TestFiles,
): Promise<readonly string[]> {
  const names = new Set(present.map(({ id, name }) => name ?? id));
  const gone = before.filter(({ id, name }) => !names.has(name ?? id));
  const now = await hashesOf(new Set(gone.flatMap(({ source }) => source?.file ?? [])), tests);
  const lost = gone.flatMap(({ id, name, source, grader_hash: hash }) =>
    source !== null && hash !== null && now.get(source.file) === hash ? [name ?? id] : [],
  );
  return [...new Set(lost)];
}

async function hashesOf(files: ReadonlySet<string>, tests: TestFiles): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (const file of files) hashes.set(file, await tests.hashOf(file));
  return hashes;
}
