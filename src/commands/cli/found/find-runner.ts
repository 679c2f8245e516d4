import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { allFiles } from '#runner/workspace/files/all-files.ts';
import type { ResultFormat } from '#trials/rows/result-formats.ts';
import { MANIFESTS } from './dependencies.ts';

/** Evals that a repository has in a test runner of its own, and how that runs them. */
export interface FoundRunner {
  readonly name: string;
  readonly results: ResultFormat;
  readonly language: 'python' | 'node';
  /** Its files of tests. */
  readonly files: readonly string[];
  /** Without what starts an interpreter of the project. */
  readonly run: readonly string[];
  /** Files that say what is expected. */
  readonly tests: readonly string[];
  /** Where it writes, if it can't be told; `null`: it can. */
  readonly writes: string | null;
  /** What a round needs besides the project's own packages. */
  readonly packages: readonly string[];
}

interface KnownRunner extends Pick<FoundRunner, 'name' | 'results' | 'language'> {
  readonly files: RegExp;
  /** A package that the project must name. */
  readonly needs?: string;
  /** What a file of tests must hold. */
  readonly holds?: RegExp;
  readonly packages?: readonly string[];
  /** @param folder of all its files; `config`: of Vitest's evals, where it has one of its own */
  run(folder: string, files: readonly string[], config: readonly string[]): readonly string[];
  /** Further files that say what is expected. */
  readonly shared?: RegExp;
  writes?(files: readonly string[]): string;
}

const NODE = { language: 'node' } as const;
const PYTHON = { language: 'python' } as const;
const PYTEST = {
  ...PYTHON,
  results: 'pytest',
  packages: ['pytest-json-report'],
  run: (folder: string) => ['pytest', folder, '--json-report', '--json-report-file={results}'],
} as const;

/** The most telling first: evalite runs on Vitest, DeepEval on pytest. */
const RUNNERS: readonly KnownRunner[] = [
  {
    ...{ ...NODE, name: 'evalite', results: 'evalite', files: /\.eval\.[cm]?tsx?$/, needs: 'evalite' },
    run: () => ['npx', 'evalite', 'run', '--outputPath', '{results}'],
  },
  {
    ...{ ...NODE, name: 'Vitest', results: 'vitest', needs: 'vitest' },
    files: /(?:^|\/)evals?\/(?:.*\/)?[^/]+\.(?:test|spec|eval)\.[cm]?[jt]sx?$|\.eval\.[cm]?[jt]sx?$/,
    run: (folder, _, config) => {
      const which = config.length > 0 ? ['--config', ...config] : [folder];
      return ['npx', 'vitest', 'run', ...which, '--reporter=json', '--outputFile={results}'];
    },
    shared: /(?:^|\/)vitest[^/]*\.config\.[cm]?[jt]s$/,
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
    run: (_, [file = '']) => ['npx', 'promptfoo', 'eval', '-c', file, '--no-cache', '--output', '{results}'],
  },
  {
    ...{ ...PYTHON, name: 'Inspect', results: 'inspect', files: /\.py$/, needs: 'inspect-ai', holds: /^@task\b/m },
    run: (_, files) => ['inspect', 'eval', ...files, '--log-format', 'json', '--log-dir', '{results}'],
  },
  {
    ...{ ...PYTHON, name: 'ADK', results: 'adk', files: /\.evalset\.json$/ },
    run: (_, [file = '']) => ['adk', 'eval', agentOf(file), file],
    shared: /(?:^|\/)test_config\.json$/,
    writes: ([file = '']) => `${agentOf(file)}/.adk/eval_history`,
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
  for (const { files: pattern, needs, holds, run, writes, shared, packages = [], ...known } of RUNNERS) {
    const manifests = await Promise.all(MANIFESTS[known.language].map(text));
    if (needs !== undefined && !manifests.some((manifest) => manifest.replaceAll('_', '-').includes(needs))) continue;
    const candidates = all.filter((path) => pattern.test(path)).slice(0, MOST_FILES);
    const telling = await Promise.all(
      candidates.map(async (path) => holds === undefined || holds.test(await text(path))),
    );
    const files = candidates.filter((_, at) => telling[at] === true);
    if (files.length === 0) continue;
    const folder = commonFolder(files);
    const config = all.filter((path) => /(?:^|\/)vitest[.-]evals?\.config\.[cm]?[jt]s$/.test(path)).slice(0, 1);
    const own = /eval/.test(folder) || files.length > MOST_NAMED ? [`${folder}/**`] : files;
    const further = all.filter((path) => shared?.test(path) === true).slice(0, 10);
    return {
      ...known,
      files,
      run: run(folder, files, config),
      tests: [...own, ...further],
      writes: writes?.(files) ?? null,
      packages,
    };
  }
  return null;
}

const MOST_FILES = 200;
const MOST_NAMED = 10;

function commonFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((path) => path.split('/').slice(0, -1));
  const length = first.findIndex((step, at) => others.some((steps) => steps[at] !== step));
  return (length === -1 ? first : first.slice(0, length)).join('/') || '.';
}
