/**
 * Runs every example offline through the bundle: as main, unchanged against that baseline (green), and with the edit that its README
 * proposes (red, naming the case). Run with: npm run examples
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseResults } from '#domain/baseline/parse-results.ts';

/** A folder of examples/, and the edit that must turn it red. */
export interface Example {
  readonly folder: string;
  readonly edit: {
    readonly file: string;
    /** Every occurrence is replaced. */
    readonly search: string;
    readonly replacement: string;
  };
  /** Id of a case that fails after the edit. */
  readonly breaks: string;
}

const root = join(import.meta.dirname, '..');

export const EXAMPLES: readonly Example[] = [
  {
    folder: 'weather-and-stock',
    edit: { file: 'agent.py', search: 'AMBIGUOUS = {"Phoenix"}', replacement: 'AMBIGUOUS = set()' },
    breaks: 'a-name-with-two-meanings-is-asked-back',
  },
  {
    folder: 'support',
    edit: { file: 'agent.mjs', search: 'INJECTION.test(input)', replacement: 'false' },
    breaks: 'prompt-injection-in-the-message',
  },
  {
    folder: 'refunds',
    edit: { file: 'agent.py', search: 'sum(item["price"] for item in items)', replacement: 'order["total"]' },
    breaks: 'refund-only-the-cracked-item',
  },
  {
    folder: 'three-dimensions',
    edit: { file: 'agent.mjs', search: "call.status = 'error';", replacement: 'throw error;' },
    breaks: 'rob-tool-error',
  },
  {
    folder: 'recorded',
    edit: { file: 'trajectories.jsonl', search: '"page_oncall"', replacement: '"open_ticket"' },
    breaks: 'disk-full-pages-the-owner',
  },
];

if (import.meta.main) await runAll();

async function runAll(): Promise<void> {
  let failed = 0;
  for (const example of EXAMPLES) {
    const started = performance.now();
    const problems = await problemsOf(example);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (problems.length > 0) failed += 1;
    const told =
      problems.length > 0
        ? problems.join('; ')
        : `unchanged passes, the edit of ${example.edit.file} fails ${example.breaks}`;
    console.log(`${problems.length > 0 ? 'FAILED' : 'ok    '} ${example.folder}: ${told} (${seconds} s)`);
  }
  console.log(`${EXAMPLES.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

/** Plays the story of one example in a repository of its own, a commit per run, so that every run has other seeds. */
async function problemsOf({ folder, edit, breaks }: Example): Promise<readonly string[]> {
  const scratch = mkdtempSync(join(tmpdir(), `example-${folder}-`));
  const repository = join(scratch, 'repository');
  try {
    cpSync(join(root, 'examples', folder), repository, { recursive: true });
    git(repository, 'init', '--quiet');
    commit(repository, 'main');
    const main = await evaluate(repository, join(scratch, 'main'), null);
    if (main.exit_code !== 0) return [`main ends with ${main.exit_code}\n${main.output}`];

    commit(repository, 'unchanged');
    const unchanged = await evaluate(repository, join(scratch, 'unchanged'), join(scratch, 'main/results.json'));

    const before = readFileSync(join(repository, edit.file), 'utf8');
    if (!before.includes(edit.search)) return [`${edit.file} does not hold ${edit.search}`];
    writeFileSync(
      join(repository, edit.file),
      before.replaceAll(edit.search, () => edit.replacement),
    );
    commit(repository, 'edited');
    const edited = await evaluate(repository, join(scratch, 'edited'), join(scratch, 'main/results.json'));

    return [
      ...differences('unchanged', unchanged, { exit_code: 0, verdict: 'pass' }),
      ...differences('edited', edited, { exit_code: 1, verdict: 'fail' }),
      ...(edited.failing.includes(breaks)
        ? []
        : [`edited: ${breaks} does not fail, only ${edited.failing.join(', ')}`]),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What a run of the bundle gave. */
interface Outcome {
  readonly exit_code: number;
  readonly verdict: string;
  /** Ids of the cases with a failed trial. */
  readonly failing: readonly string[];
  readonly output: string;
}

async function evaluate(repository: string, output: string, baseline: string | null): Promise<Outcome> {
  const compare = baseline === null ? [] : ['--baseline', baseline];
  const command = [join(root, 'dist/cli.js'), 'run', '--json', '--output', output, ...compare];
  const { exit_code, stdout, stderr } = await run(process.execPath, command, repository);
  return { exit_code, verdict: verdictOf(stdout), failing: failingCases(join(output, 'results.json')), output: stderr };
}

function run(program: string, args: readonly string[], cwd: string) {
  return new Promise<{ exit_code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(program, args, { cwd, env: environment(), maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      resolve({ exit_code: typeof code === 'number' ? code : 1, stdout, stderr });
    });
  });
}

function verdictOf(stdout: string): string {
  return /"verdict": "(\w+)"/.exec(stdout)?.[1] ?? 'none';
}

/** None when the run ended before it could write results. */
function failingCases(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  const parsed = parseResults(readFileSync(path, 'utf8'));
  if ('problem' in parsed) throw new Error(`${path}: ${parsed.problem}`);
  return parsed.results.cases
    .filter((one) => one.trials.some(({ outcome }) => outcome === 'failed'))
    .map(({ id }) => id);
}

function differences(
  name: string,
  found: Outcome,
  expected: Pick<Outcome, 'exit_code' | 'verdict'>,
): readonly string[] {
  if (found.exit_code === expected.exit_code && found.verdict === expected.verdict) return [];
  const words = ({ exit_code, verdict }: Pick<Outcome, 'exit_code' | 'verdict'>) =>
    `${verdict} with exit code ${exit_code}`;
  return [`${name}: expected ${words(expected)}, found ${words(found)}\n${found.output}`];
}

function commit(repository: string, message: string): void {
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '--allow-empty', '--message', message);
}

function git(repository: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: repository, env: environment(), stdio: 'pipe' });
}

/** A fixed author and date give the same commits, so the same seeds, every time. Git's own variables (a hook sets them) name another repository. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const [name, email, date] = ['examples', 'examples@example.com', '2026-01-01T00:00:00Z'];
  return {
    ...Object.fromEntries(inherited),
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
  };
}
