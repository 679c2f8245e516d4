// npm run mutation: a contributor runs it, for hours, after a change of matching, statistics, gate or escaping.
/**
 * Mutation tests: `npm run mutation -- [ROOM…] [--sample N] [--seed N] [--files GLOB]…`. Changes the code of a room in one place
 * at a time and counts the changes that its unit tests notice; with `--files` only the code of those files of it. A change that no longer compiles counts as none. Installs StrykerJS on first
 * use, from `scripts/mutation/stryker/`. Takes about a second a mutant on a machine that does nothing else; test/reliability.md has
 * the figures.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type MutationReport, printRoom } from './mutation/print-room.ts';
import { MUTATED_ROOMS, type MutatedRoom } from './mutation/rooms.ts';

const ROOT = join(import.meta.dirname, '..');
const HOME = join(import.meta.dirname, 'mutation');
const STRYKER = join(HOME, 'stryker');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '120' },
    seed: { type: 'string', default: '17' },
    files: { type: 'string', multiple: true },
  },
});
const [sample, seed] = [Number(values.sample), Number(values.seed)];
const unknown = positionals.filter((name) => !Object.hasOwn(MUTATED_ROOMS, name));
if (unknown.length > 0 || !Number.isInteger(sample) || sample < 1 || !Number.isInteger(seed)) {
  const rooms = Object.keys(MUTATED_ROOMS).join('|');
  throw new Error(`usage: npm run mutation -- [${rooms}]… [--sample N] [--seed N] [--files GLOB]…`);
}

if (!existsSync(join(STRYKER, 'node_modules'))) {
  // Its peers vitest and TypeScript are the repository's own: tests and runner must share one copy.
  must('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: STRYKER });
}
for (const [name, room] of Object.entries(MUTATED_ROOMS)) {
  if (positionals.length === 0 || positionals.includes(name)) printRoom(name, mutate(room));
}

/** The report of StrykerJS about a sample of a room's mutants. */
function mutate(room: MutatedRoom): MutationReport {
  const scratch = mkdtempSync(join(tmpdir(), 'mutation-'));
  try {
    const config = join(scratch, 'stryker.json');
    const report = join(scratch, 'report.json');
    const types = join(scratch, 'tsconfig.json');
    const options = {
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner', '@stryker-mutator/typescript-checker', join(HOME, 'sample.ts')],
      checkers: ['sample', 'typescript'],
      tsconfigFile: types,
      mutate: values.files ?? room.sources,
      mutator: { excludedMutations: room.text ? [] : ['StringLiteral'] },
      vitest: { configFile: join('scripts', 'mutation', 'vitest.config.ts') },
      ignorePatterns: ['dist', 'bench/peers', 'test/heavy'],
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      tempDirName: join(scratch, 'sandbox'),
      // The sample is drawn by one process.
      concurrency: 1,
      // What is computed on loading takes all tests for each mutant: only the patterns of the escaping are worth it.
      ignoreStatic: !room.text,
      dryRunTimeoutMinutes: 60,
      timeoutMS: 10_000,
      allowEmpty: true,
    };
    writeFileSync(config, JSON.stringify(options));
    // Next to the sources: types of packages that have none of their own.
    const include = [...room.sources, 'src/common/document/*.d.ts'].map((glob) => join(ROOT, glob));
    const compilerOptions = { typeRoots: [join(ROOT, 'node_modules/@types')] };
    writeFileSync(
      types,
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include, exclude: [] }),
    );
    must(process.execPath, [join(STRYKER, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config], {
      env: { MUTATION_TESTS: room.tests.join(','), MUTATION_SAMPLE: String(sample), MUTATION_SEED: String(seed) },
    });
    return JSON.parse(readFileSync(report, 'utf8'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function must(program: string, args: readonly string[], { cwd = '.', env = {} }: { cwd?: string; env?: object }): void {
  const { status, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
}
