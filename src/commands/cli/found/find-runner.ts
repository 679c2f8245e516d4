import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { allFiles } from '#runner/workspace/files/all-files.ts';
import type { ResultFormat } from '#trials/rows/result-formats.ts';
import { MANIFESTS, type StarterLanguage } from './dependencies.ts';

/** Evals that a repository has in a test runner of its own, and how that runs them. */
export interface FoundRunner extends Pick<KnownRunner, 'name' | 'results' | 'language' | 'env'> {
  /** Its files of tests. */
  readonly files: readonly string[];
  /** Without what starts an interpreter of the project. */
  readonly run: readonly string[];
  /** The same for some tests; `null`: it has no filter. */
  readonly run_cases: readonly string[] | null;
  /** Files that say what is expected. */
  readonly tests: readonly string[];
  /** Where it writes, if it can't be told; `null`: it can. */
  readonly writes: string | null;
  /** What a round needs besides the project's own packages: their names, and lines that prepare it. */
  readonly packages: readonly string[];
  readonly setup: readonly string[];
}

interface KnownRunner {
  readonly name: string;
  readonly results: ResultFormat;
  readonly language: StarterLanguage;
  readonly files: RegExp;
  /** What a manifest of the project must name. */
  readonly needs?: string;
  /** What a file of tests must hold. */
  readonly holds?: RegExp;
  readonly packages?: readonly string[];
  /** Lines of the setup, where a file of tests holds this. */
  readonly setup?: readonly (readonly [line: string, holds: RegExp])[];
  /**
   * One round: `{which}` is `all` of the tests, or `some`. `{folder}`, `{files}` and `{file}` are those of the tests, `{agent}` ADK's, `{evals}` the
   * folder, or Vitest's config for evals where it has one.
   */
  readonly command: readonly string[];
  readonly all?: readonly string[];
  readonly some?: readonly string[];
  /** Further files that say what is expected. */
  readonly shared?: RegExp;
  readonly writes?: string;
  readonly env?: string;
}

const NODE = { language: 'node' } as const;
const PYTHON = { language: 'python' } as const;
const PYTEST = {
  ...PYTHON,
  results: 'pytest',
  packages: ['pytest-json-report'],
  command: ['pytest', '{which}', '--json-report', '--json-report-file={results}'],
  all: ['{folder}'],
  some: ['{ids}'],
} as const;

/** A version, so that both sides run the same. */
const GOTESTSUM = 'gotest.tools/gotestsum@v1.13.0';

/** The most telling first: evalite runs on Vitest, DeepEval on pytest. */
const RUNNERS: readonly KnownRunner[] = [
  {
    ...{ ...NODE, name: 'evalite', results: 'evalite', files: /\.eval\.[cm]?tsx?$/, needs: 'evalite' },
    command: ['npx', 'evalite', 'run', '--outputPath', '{results}'],
  },
  {
    ...{ ...NODE, name: 'Playwright', results: 'junit', needs: '@playwright/test', holds: /['"]@playwright\/test['"]/ },
    files: /(?:^|\/)evals?\/(?:.*\/)?[^/]+\.(?:test|spec)\.[cm]?[jt]sx?$/,
    command: ['npx', 'playwright', 'test', '{which}', '--reporter=junit'],
    ...{ all: ['{folder}'], some: ['{folder}', '-g', '{pattern}'], shared: /(?:^|\/)playwright\.config\.[cm]?[jt]s$/ },
    env: 'PLAYWRIGHT_JUNIT_OUTPUT_FILE: "{results}"',
    // Evals of an API need no browser.
    setup: [['npx playwright install --with-deps chromium', /\bpage\b/]],
  },
  {
    ...{ ...NODE, name: 'Vitest', results: 'vitest', needs: 'vitest' },
    files: /(?:^|\/)evals?\/(?:.*\/)?[^/]+\.(?:test|spec|eval)\.[cm]?[jt]sx?$|\.eval\.[cm]?[jt]sx?$/,
    command: ['npx', 'vitest', 'run', '{which}', '--reporter=json', '--outputFile={results}'],
    ...{ all: ['{evals}'], some: ['{evals}', '-t', '{pattern}'], shared: /(?:^|\/)vitest[^/]*\.config\.[cm]?[jt]s$/ },
  },
  {
    // Its own JSON needs no package, and shows files that could not be loaded.
    ...{ ...NODE, name: 'Jest', results: 'vitest', needs: '"jest"' },
    files: /(?:^|\/)evals?\/(?:.*\/)?[^/]+\.(?:test|spec)\.[cm]?[jt]sx?$/,
    command: ['npx', 'jest', '{which}', '--json', '--outputFile={results}'],
    ...{ all: ['{folder}'], some: ['{folder}', '-t', '{pattern}'], shared: /(?:^|\/)jest\.config\.[cm]?[jt]s(?:on)?$/ },
  },
  {
    ...PYTEST,
    name: 'DeepEval (by pytest)',
    files: /(?:^|\/)test_[^/]*\.py$/,
    needs: 'deepeval',
    holds: /^\s*(?:from|import) deepeval\b/m,
  },
  { ...PYTEST, name: 'pytest', files: /(?:^|\/)(?:evals?|evaluations?)\/(?:.*\/)?test_[^/]*\.py$/ },
  {
    ...{ ...NODE, name: 'promptfoo', results: 'promptfoo', files: /(?:^|\/)promptfooconfig\.(?:ya?ml|json)$/ },
    command: ['npx', 'promptfoo', 'eval', '-c', '{file}', '--no-cache', '--output', '{results}'],
  },
  {
    ...{ ...PYTHON, name: 'Inspect', results: 'inspect', files: /\.py$/, needs: 'inspect-ai', holds: /^@task\b/m },
    command: ['inspect', 'eval', '{files}', '--log-format', 'json', '--log-dir', '{results}'],
  },
  {
    ...{ ...PYTHON, name: 'ADK', results: 'adk', files: /\.evalset\.json$/ },
    command: ['adk', 'eval', '{agent}', '{file}'],
    shared: /(?:^|\/)test_config\.json$/,
    writes: '{agent}/.adk/eval_history',
  },
  {
    ...{ language: 'go', name: 'Go (by gotestsum)', results: 'junit', needs: 'module ' },
    files: /(?:^|\/)evals?\/(?:.*\/)?[^/]+_test\.go$/,
    // Without -count=1 Go's cache would repeat the first round.
    command: ['go', 'run', GOTESTSUM, '--junitfile', '{results}', '--', '-count=1', '{which}'],
    ...{ all: ['./{folder}/...'], some: ['-run', '{pattern}', './{folder}/...'] },
    // Compiled once: each round would wait for it.
    setup: [[`go run ${GOTESTSUM} -- -run=NONE ./{folder}/...`, /^/]],
  },
];

function agentOf(evalset: string): string {
  const folder = posix.dirname(evalset);
  return folder === '.' ? 'my_agent' : (folder.split('/')[0] ?? folder);
}

/** The first runner whose evals are here; `null`: none is seen. */
export async function findRunner(cwd: string): Promise<FoundRunner | null> {
  const all = (await allFiles(cwd)).filter((path) => !path.split('/').some((step) => step.startsWith('.'))).toSorted();
  const text = (file: string) => readFile(join(cwd, file), 'utf8').catch(() => '');
  for (const known of RUNNERS) {
    const manifests = await Promise.all(MANIFESTS[known.language].map(text));
    const { needs, holds = /^/ } = known;
    if (needs !== undefined && !manifests.some((manifest) => manifest.replaceAll('_', '-').includes(needs))) continue;
    const candidates = all.filter((path) => known.files.test(path)).slice(0, MOST_FILES);
    const texts = await Promise.all(candidates.map(text));
    const files = candidates.filter((_, at) => holds.test(texts[at] ?? ''));
    if (files.length > 0) return found(known, files, all, texts);
  }
  return null;
}

function found(
  {
    name,
    results,
    language,
    command,
    all: every = [],
    some,
    shared,
    writes,
    packages = [],
    setup = [],
    env,
  }: KnownRunner,
  files: readonly string[],
  all: readonly string[],
  texts: readonly string[],
): FoundRunner {
  const folder = commonFolder(files);
  const [file = ''] = files;
  const config = all.filter((path) => /(?:^|\/)vitest[.-]evals?\.config\.[cm]?[jt]s$/.test(path)).slice(0, 1);
  const several: Readonly<Record<string, readonly string[]>> = {
    '{files}': files,
    '{evals}': config.length > 0 ? ['--config', ...config] : [folder],
  };
  const filled = (word: string) =>
    word
      .replace('{folder}', () => folder)
      .replace('{file}', () => file)
      .replace('{agent}', () => agentOf(file));
  const commandFor = (which: readonly string[]) =>
    command.flatMap((word) => (word === '{which}' ? which : [word])).flatMap((word) => several[word] ?? [filled(word)]);
  const own = /eval/.test(folder) || files.length > MOST_NAMED ? [`${folder}/**`] : files;
  const further = all.filter((path) => shared?.test(path) === true).slice(0, 10);
  return {
    ...{ name, results, language, files, packages, run: commandFor(every) },
    run_cases: some === undefined ? null : commandFor(some),
    tests: [...own, ...further],
    writes: writes === undefined ? null : filled(writes),
    setup: setup.flatMap(([line, holds]) => (texts.some((text) => holds.test(text)) ? [filled(line)] : [])),
    ...(env !== undefined && { env }),
  };
}

const MOST_FILES = 200;
const MOST_NAMED = 10;

function commonFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((path) => path.split('/').slice(0, -1));
  const length = first.findIndex((step, at) => others.some((steps) => steps[at] !== step));
  return (length === -1 ? first : first.slice(0, length)).join('/') || '.';
}
