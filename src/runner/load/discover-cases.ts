import { BARE_CASE } from '#cases/suite/bare-case.ts';
import type { Case } from '#cases/suite/case.ts';
import { slug } from '#cases/suite/parsing/slug.ts';
import { groupBy } from '#common/group-by.ts';
import { sha256Hex } from '#common/sha256.ts';
import type { SuiteAgentConfig } from '#config/config.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { type Agent, AgentUnavailableError, type SuiteFiles } from '#ports/ports.ts';
import { type PlacedTest, type TestFiles, testFiles } from './test-files.ts';

/** The suite with the tests of its own runner as cases, and their files; `null`: it has no runner. */
export interface SuiteOfTests {
  readonly suite: LoadedSuite;
  readonly tests: TestFiles | null;
}

/** They, or why they are not known. */
export type Discovered = SuiteOfTests | { readonly unavailable: AgentUnavailableError };

/** Runs the first round of a suite that has its own runner: what ran there are its cases. Others stay as they are. */
export async function discoverCases(
  suite: LoadedSuite,
  { agent, files, signal }: { readonly agent: Agent; readonly files: SuiteFiles; readonly signal: AbortSignal },
): Promise<Discovered> {
  const { agent: config } = suite.config;
  if (agent.discover === undefined || config.kind !== 'suite') return { suite, tests: null };
  try {
    await agent.prepare(signal);
    const tests = await agent.discover(signal);
    const { tests: globs } = config;
    const matched = await Promise.all((globs ?? []).map((glob) => files.matches(glob)));
    // Rounds that other jobs ran need none.
    const isKnown = globs?.length === 0 || matched.includes(true);
    const unnamed = isKnown ? undefined : tests.find(({ file }) => file === null);
    if (unnamed !== undefined) {
      const none = globs === null ? '' : ', and `tests` matches none';
      const why = `\`results: ${config.results}\` names no file for ${JSON.stringify(unnamed.name)}${none}; write \`tests: [evals/**]\`, the files that say what is expected`;
      throw new AgentUnavailableError(why, '', null);
    }
    const located = tests.map(({ name, file }) => ({
      name,
      path: file === null ? suite.config_path : files.locate(file),
    }));
    return await suiteOfTests(suite, config, located, files);
  } catch (error) {
    if (error instanceof AgentUnavailableError) return { unavailable: error };
    throw error;
  }
}

/**
 * The suite of these tests.
 *
 * @param tests with the path of the file that says what each expects, or of the config
 */
export async function suiteOfTests(
  suite: LoadedSuite,
  config: SuiteAgentConfig,
  tests: readonly PlacedTest[],
  files: SuiteFiles,
): Promise<SuiteOfTests> {
  const sharing = groupBy(tests, ({ name }) => slug(name));
  const cases = tests.map(({ name, path }): Case => {
    const id = slug(name);
    const isShared = (sharing.get(id)?.length ?? 1) > 1;
    return {
      ...BARE_CASE,
      id: isShared ? `${id.slice(0, 110)}-${sha256Hex(name).slice(0, 8)}` : id,
      name,
      turns: [{ input: name, expect: null }],
      expect: { reported: true },
      source: { file: path, line: 1 },
    };
  });
  const paths = tests.map(({ path }) => path);
  const known = await testFiles(paths, { agent: config, coverage: suite.config.coverage }, suite.config_path, files);
  const hashes = await known.hashesOf(tests);
  const grader_hashes = new Map(cases.map(({ id, name }) => [id, hashes.get(name ?? id) ?? '']));
  return { suite: { ...suite, cases, grader_hashes, runner_files: await known.each() }, tests: known };
}
