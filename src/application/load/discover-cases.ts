import type { SuiteAgentConfig } from '#domain/config/config.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { groupBy } from '#domain/group-by.ts';
import { hashJson } from '#domain/hash-json.ts';
import { sha256Hex } from '#domain/sha256.ts';
import type { Case } from '#domain/suite/case.ts';
import { slug } from '#domain/suite/parsing/slug.ts';
import { type Agent, AgentUnavailableError, type DiscoveredTests, type SuiteFiles } from '../ports.ts';

/** The suite with the tests of its own runner as cases, or why they are not known. */
export type Discovered = { readonly suite: LoadedSuite } | { readonly unavailable: AgentUnavailableError };

/** Runs the first round of a suite that has its own runner: what ran there are its cases. Others stay as they are. */
export async function discoverCases(
  suite: LoadedSuite,
  { agent, files, signal }: { readonly agent: Agent; readonly files: SuiteFiles; readonly signal: AbortSignal },
): Promise<Discovered> {
  const { agent: config } = suite.config;
  if (agent.discover === undefined || config.kind !== 'suite') return { suite };
  try {
    await agent.prepare(signal);
    const { tests } = await agent.discover(signal);
    const unnamed = config.tests === null ? tests.find(({ file }) => file === null) : undefined;
    if (unnamed !== undefined) throw new AgentUnavailableError(noFiles(config, unnamed.name), '', null);
    const cases = casesOf(tests, suite.config_path, files);
    const grader_hashes = await hashTests(tests, cases, config, files);
    return { suite: { ...suite, cases, grader_hashes } };
  } catch (error) {
    if (error instanceof AgentUnavailableError) return { unavailable: error };
    throw error;
  }
}

function noFiles({ results }: SuiteAgentConfig, name: string): string {
  return `\`results: ${results}\` names no file for ${JSON.stringify(name)}; write \`tests: [evals/**]\`, the files that say what is expected`;
}

type Tests = DiscoveredTests['tests'];

function casesOf(tests: Tests, config_path: string, files: Pick<SuiteFiles, 'locate'>): readonly Case[] {
  const sharing = groupBy(tests, ({ name }) => slug(name));
  return tests.map(({ name, file }): Case => {
    const id = slug(name);
    const isShared = (sharing.get(id)?.length ?? 1) > 1;
    return {
      ...EMPTY_CASE,
      id: isShared ? `${id.slice(0, 110)}-${sha256Hex(name).slice(0, 8)}` : id,
      name,
      turns: [{ input: name, expect: null }],
      source: { file: file === null ? config_path : files.locate(file), line: 1 },
    };
  });
}

const EMPTY_CASE = {
  tags: [],
  metadata: {},
  context: {},
  history: [],
  simulated_user: null,
  mocks: {},
  expect: { reported: true },
  trials: null,
} as const;

/**
 * What each test expects: its own file, and every file that all of them share. An edited file makes its tests other cases, so that a
 * stricter test is no regression and a laxer one no improvement.
 *
 * @returns hashes by the id of the case
 */
async function hashTests(
  tests: Tests,
  cases: readonly Case[],
  { tests: globs }: SuiteAgentConfig,
  files: SuiteFiles,
): Promise<ReadonlyMap<string, string>> {
  const own = new Set(tests.flatMap(({ file }) => (file === null ? [] : [files.locate(file)])));
  const shared = (await sharedFiles(globs ?? [...DEFAULT_SHARED, ...conftests(tests)], files)).filter(
    (path) => !own.has(path),
  );
  const hashes = new Map<string, string | null>();
  for (const path of [...own, ...shared]) hashes.set(path, await files.hash(path));
  const hashed = (path: string) => `${path} ${hashes.get(path) ?? ''}`;
  const ofAll = shared.map(hashed);
  return new Map(
    tests.map(({ file }, at) => [
      cases[at]?.id ?? '',
      hashJson([...(file === null ? [] : [hashed(files.locate(file))]), ...ofAll]),
    ]),
  );
}

async function sharedFiles(globs: readonly string[], files: SuiteFiles): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const glob of globs) for (const path of await files.expand(glob)) found.add(path);
  return [...found].sort();
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
function conftests(tests: Tests): readonly string[] {
  const folders = tests.flatMap(({ file }) => {
    const steps = file?.split('/').slice(0, -1) ?? [];
    return steps.map((_, depth) => `${steps.slice(0, depth + 1).join('/')}/conftest.py`);
  });
  return [...new Set(folders)];
}
