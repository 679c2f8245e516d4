import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { allFiles } from '#adapters/workspace/files/all-files.ts';
import type { ResultFormat } from '#domain/rows/formats/registry.ts';
import { MANIFESTS } from './dependencies.ts';
import type { Installer } from './find-installer.ts';

/** A runner that has evals in a project already. */
export interface FoundRunner {
  readonly results: ResultFormat;
  /** Its name for people. */
  readonly name: string;
  /** A file that shows it. */
  readonly file: string;
  /** Program and arguments of one round. */
  readonly run: readonly string[];
  /** Globs of files that say what is expected. */
  readonly tests: readonly string[];
  /** A package that has to be installed beside it; `null`: none. */
  readonly lacks: string | null;
}

interface KnownRunner {
  readonly results: ResultFormat;
  readonly name: string;
  readonly shows: RegExp;
  /** A package that the project must name; `null`: the file says enough. */
  readonly needs: string | null;
  readonly lacks: string | null;
  run(file: string, python: readonly string[]): readonly string[];
  tests(file: string): readonly string[];
}

const EVALS = (file: string) => [posix.dirname(file) === '.' ? file : `${file.split('/')[0]}/**`];
const PYTEST = (file: string, python: readonly string[]) => [
  ...[...python, '-m', 'pytest', posix.dirname(file)],
  ...['--json-report', '--json-report-file={results}'],
];

/** The most certain first. Tests that are no evals are none: those of pytest and Vitest must be in a folder of evals, or be named so. */
const RUNNERS: readonly KnownRunner[] = [
  {
    results: 'promptfoo',
    name: 'promptfoo',
    shows: /^promptfooconfig\.(ya?ml|json|js|ts)$/,
    needs: null,
    lacks: null,
    run: () => ['npx', 'promptfoo', 'eval', '--no-cache', '--no-progress-bar', '--output', '{results}'],
    tests: (file) => [file],
  },
  {
    results: 'evalite',
    name: 'evalite',
    shows: /\.eval\.[cm]?[jt]sx?$/,
    needs: 'evalite',
    lacks: null,
    run: () => ['npx', 'evalite', 'run', '--outputPath', '{results}'],
    tests: () => ['**/*.eval.*'],
  },
  {
    results: 'vitest',
    name: 'Vitest',
    shows: /(^|\/)(evals?\/.*\.(test|spec)|[^/]*\.eval(\.test|\.spec)?)\.[cm]?[jt]sx?$/,
    needs: 'vitest',
    lacks: null,
    run: (file) => [
      ...['npx', 'vitest', 'run', /(^|\/)evals?\//.test(file) ? posix.dirname(file) : '.eval.'],
      ...['--reporter=json', '--outputFile={results}'],
    ],
    tests: (file) => (/^evals?\//.test(file) ? EVALS(file) : ['**/*.eval.*']),
  },
  {
    results: 'adk',
    name: 'ADK',
    shows: /\.evalset\.json$/,
    needs: 'google-adk',
    lacks: null,
    run: (file) => ['adk', 'eval', posix.dirname(file), file],
    tests: () => ['**/*.evalset.json', '**/test_config.json'],
  },
  {
    results: 'pytest',
    name: 'pytest',
    shows: /(^|\/)evals?\/(.*\/)?(test_[^/]*|[^/]*_test)\.py$|(^|\/)(test_eval[^/]*|eval_[^/]*_test)\.py$/,
    needs: null,
    lacks: 'pytest-json-report',
    run: PYTEST,
    tests: EVALS,
  },
  {
    results: 'pytest',
    name: 'DeepEval with pytest',
    shows: /(^|\/)test_[^/]*\.py$/,
    needs: 'deepeval',
    lacks: 'pytest-json-report',
    run: PYTEST,
    tests: EVALS,
  },
  {
    results: 'inspect',
    name: 'Inspect',
    shows: /(^|\/)evals?\/[^/]*\.py$/,
    needs: 'inspect-ai',
    lacks: null,
    run: (file) => ['inspect', 'eval', file, '--log-format', 'json', '--log-dir', '{results}'],
    tests: EVALS,
  },
];

/** Finds the evals of a runner; `null`: there are none. */
export async function findRunner(cwd: string, { start }: Pick<Installer, 'start'>): Promise<FoundRunner | null> {
  const files = (await allFiles(cwd)).filter((path) => !path.split('/').some((step) => step.startsWith('.'))).sort();
  const manifests = await Promise.all(
    Object.values(MANIFESTS)
      .flat()
      .map((name) => readFile(join(cwd, name), 'utf8').catch(() => '')),
  );
  const isNamed = (name: string) => manifests.some((text) => text.includes(name));
  for (const { shows, needs, lacks, ...runner } of RUNNERS) {
    const file = files.find((path) => shows.test(path));
    if (file === undefined || (needs !== null && !isNamed(needs))) continue;
    const { results, name } = runner;
    const python = start.length > 0 ? start : ['python3'];
    const isPython = results === 'pytest';
    return {
      results,
      name,
      file,
      run: runner.run(file, isPython && !/python|uv|poetry|pdm|pipenv/.test(python.join(' ')) ? ['python3'] : python),
      tests: runner.tests(file),
      lacks: lacks === null || isNamed(lacks) ? null : lacks,
    };
  }
  return null;
}
