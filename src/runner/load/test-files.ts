import type { CoverageRules } from '#cases/suite/coverage/coverage-rules.ts';
import { MANIFEST_NAMES, matcherOf } from '#cases/suite/coverage/reach.ts';
import { isMade } from '#cases/suite/folder-hash.ts';
import { plainPath } from '#cases/suite/graders/grader-files.ts';
import { groupBy } from '#common/group-by.ts';
import { hashJson } from '#common/hash-json.ts';
import type { SuiteAgentConfig } from '#config/config.ts';
import type { SuiteFileHashes } from '#config/fingerprint.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { ownLines } from './own-lines.ts';
import { foldersUpFrom, setUpFiles } from './set-up-files.ts';
import { withImports } from './with-imports.ts';

/** A test by its runner's name for it, and its file. */
export interface PlacedTest {
  readonly name: string;
  readonly path: string;
}

/** The files in which a suite's own tests say what they expect. */
export interface TestFiles {
  /**
   * What each test expects, by its name and as the files are now: its file without the other tests' own lines, and all that every test
   * shares. An edited one is another case, so that a stricter test is no regression and a laxer one no improvement.
   *
   * @param others files that another run had tests in: they are shared by none, even if this run has no test in them
   */
  hashesOf(tests: readonly PlacedTest[], others?: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Each of these files, what they import, and what decides what is installed in the config's folder or above it. */
  each(): Promise<SuiteFileHashes>;
}

/**
 * Finds them: those that the results name, and those that the config does.
 *
 * @param ownPaths the files of all its tests, from the working directory
 * @param config_path stands for the file of a test that names none
 */
export async function testFiles(
  ownPaths: readonly string[],
  { agent, coverage }: { readonly agent: SuiteAgentConfig; readonly coverage: Pick<CoverageRules, 'every_case'> },
  config_path: string,
  files: SuiteFiles,
): Promise<TestFiles> {
  const { tests: globs, run } = agent;
  const here = files.locate('.').replace(/^\.$/, '');
  const fromConfig = (file: string) =>
    here !== '' && file.startsWith(`${here}/`) ? file.slice(here.length + 1) : file;
  // What Python compiles holds the time at which a checkout was made.
  const expand = async (patterns: readonly string[]) =>
    (await Promise.all(patterns.map((glob) => files.expand(glob.replace(/^\.\//, '')))))
      .flat()
      .filter((path) => !isMade(path));
  const known = await expand([...(globs ?? BY_NAME), ...run.filter(isScript).slice(0, 1)]);
  const setUp = setUpFiles(agent, files);
  const isAgents = matcherOf(coverage.every_case, here);
  const sharedBy = async (tests: readonly string[]): Promise<Shared> => {
    const own = tests.filter((file) => file !== config_path);
    const implied = globs === null ? await expand(besideTests(own.map(fromConfig))) : [];
    const named = [...new Set([...known, ...implied, ...(await setUp.of(own))])].filter((path) => !own.includes(path));
    const read = await withImports((path) => files.read(files.locate(path)), [...own, ...named].map(fromConfig));
    const imported = read.map(({ path }) => plainPath(files.locate(path)));
    const others = imported.filter((path) => !own.includes(path) && !named.includes(path) && !isAgents(path));
    // Only `covers` tells what tests import of the agent from what they import of their own.
    const isTold = coverage.every_case.length > 0;
    return { named: [...named, ...(isTold ? others : [])].sort(), imported: isTold ? [] : others };
  };
  async function hashFiles(paths: readonly string[], hash = setUp.hash): Promise<{ readonly [path: string]: string }> {
    const pairs = await Promise.all([...new Set(paths)].map(async (path) => [path, await hash(path)] as const));
    return Object.fromEntries(pairs.flatMap(([path, hash]) => (hash === null ? [] : [[path, hash]])));
  }
  const state = async (path: string) => `${path} ${(await setUp.hash(path)) ?? ''}`;
  const ownShared = await sharedBy(ownPaths);
  return {
    async hashesOf(tests, others = []) {
      const { named } = others.length === 0 ? ownShared : await sharedBy([...ownPaths, ...others]);
      const rest = await Promise.all(named.map(state));
      const pairs = [...groupBy(tests, ({ path }) => path)].map(async ([path, own]) => {
        const whole = path === config_path ? [] : [await state(path)];
        const source = path === config_path ? { problem: '' } : await files.read(path);
        return own.map(({ name }) => {
          const lines = 'problem' in source ? null : ownLines(source.text, path, name);
          return [name, hashJson([...(lines === null ? whole : [path, lines]), ...rest])] as const;
        });
      });
      return new Map((await Promise.all(pairs)).flat());
    },
    async each() {
      const own = ownPaths.filter((file) => file !== config_path);
      // A change of these may have changed the runner itself; of a glob, the plainest name.
      const names = MANIFEST_NAMES.map((glob) => glob.replace('*', ''));
      const manifests = foldersUpFrom(here).flatMap((at) => names.map((name) => plainPath(`./${at}/${name}`)));
      return {
        tests: await hashFiles([...own, ...ownShared.named]),
        imports: await hashFiles(ownShared.imported),
        manifests: await hashFiles(manifests, files.hash),
      };
    },
  };
}

/** Files that all tests of a suite share. */
interface Shared {
  /** They decide what tests expect: named by the config, or by what sets the runner up. */
  readonly named: readonly string[];
  /** Tests import them, and nobody says whether they are the agent's. */
  readonly imported: readonly string[];
}

/** What sets runners up by its name alone. */
const BY_NAME = ['{vitest,jest}.*[sS]etup.*'];

/** A file that a command names: the wrapper that runs the tests, which decides what counts. */
function isScript(word: string): boolean {
  return /^(?!-|node_modules\/)[\w./-]+\.[a-z]\w*$/i.test(word);
}

/** The same in every folder above a test. */
function besideTests(tests: readonly string[]): readonly string[] {
  const folders = tests.flatMap((file) => {
    const steps = file.split('/').slice(0, -1);
    return steps.map((_, depth) => `${steps.slice(0, depth + 1).join('/')}/*[sS]etup*.[cmjt]*`);
  });
  return [...new Set(folders)];
}

/** Cases whose tests are not what they were when the suite began: what ran meanwhile wrote to them. */
export async function changedTests(
  { cases, grader_hashes: before }: Pick<LoadedSuite, 'cases' | 'grader_hashes'>,
  tests: TestFiles,
): Promise<readonly string[]> {
  const now = await tests.hashesOf(placed(cases));
  return cases.flatMap(({ id, name }) => (now.get(name ?? id) === before.get(id) ? [] : [id]));
}

/**
 * Main's runs with this run's hash of every case whose tests are as they were. A file of `tests` in which no test ran is shared by all
 * tests, and a file that had tests on main may have none here only because it can't be loaded.
 */
export async function asHashedHere(
  lookup: BaselineLookup,
  { cases: present }: Pick<LoadedSuite, 'cases'>,
  tests: TestFiles,
): Promise<BaselineLookup> {
  if (lookup.kind === 'none') return lookup;
  const known = new Set(placed(present).map(({ path }) => path));
  const hashedHere = async (run: StoredRun): Promise<StoredRun> => {
    const own = placed(run.results.cases);
    const paths = own.map(({ path }) => path);
    if (paths.every((path) => known.has(path))) return run;
    const [there, here] = [await tests.hashesOf(own, paths), await tests.hashesOf(own)];
    const cases = run.results.cases.map((record) => {
      const name = record.name ?? record.id;
      const isSame = record.grader_hash !== null && record.grader_hash === there.get(name);
      return isSame ? { ...record, grader_hash: here.get(name) ?? null } : record;
    });
    return { ...run, results: { ...run.results, cases } };
  };
  const [nearest, ...earlier] = lookup.runs;
  return { ...lookup, runs: [await hashedHere(nearest), ...(await Promise.all(earlier.map(hashedHere)))] };
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
  const now = await tests.hashesOf(placed(gone));
  const lostNames = gone.flatMap(({ id, name, grader_hash: hash }) =>
    hash !== null && now.get(name ?? id) === hash ? [name ?? id] : [],
  );
  return [...new Set(lostNames)];
}

function placed(cases: readonly Pick<CaseRecord, 'id' | 'name' | 'source'>[]): readonly PlacedTest[] {
  return cases.flatMap(({ id, name, source }) => (source === null ? [] : [{ name: name ?? id, path: source.file }]));
}
