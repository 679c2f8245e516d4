// npm run examples: CI runs it with each change.
/**
 * Runs every example offline through the bundle: as main, unchanged against that baseline (green), and with the edit that its README
 * proposes (red, with what a coding agent needs to mend the case); then the published evaluations that it reproduces. The agents are real ones, with their frameworks from the registries; the model behind them is a
 * script on loopback. Two are played at a time. Run with: npm run examples [folder ...]
 */
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Repair, repairSchema } from '#report/outputs/repair-schema.ts';
import { codingAgents } from '#test/support/scripted-models/coding-agents.ts';
import { hotels } from '#test/support/scripted-models/hotels.ts';
import { judgedDesk } from '#test/support/scripted-models/judge.ts';
import { refunds } from '#test/support/scripted-models/refunds.ts';
import { shards } from '#test/support/scripted-models/shards.ts';
import { support } from '#test/support/scripted-models/support.ts';
import { threeDimensions } from '#test/support/scripted-models/three-dimensions.ts';
import { trips } from '#test/support/scripted-models/trips.ts';
import { weatherAndStock } from '#test/support/scripted-models/weather-and-stock.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { type ExampleWorld, exampleWorld } from './example-world.ts';
import { editedTrials, PUBLISHED, type Published, publishedRun, valuesAt } from './published.ts';

/** A folder of examples/, and the edit that must turn it red. */
export interface Example {
  readonly folder: string;
  /** Stands behind the providers' endpoints; `null`: the example asks no model. */
  readonly model: ModelScript | null;
  readonly edit: {
    readonly file: string;
    /** Every occurrence is replaced. */
    readonly search: string;
    readonly replacement: string;
  };
  /** Id of a case that fails after the edit. */
  readonly breaks: string;
  /** After the edit; absent: any. */
  readonly figures?: object;
}

const root = join(import.meta.dirname, '..');

/** As many as a small machine has processors: much of a run is waiting for a process or an answer. */
const AT_ONCE = 2;

/** The longest first: begun last, it would have the machine to itself at the end. */
export const EXAMPLES: readonly Example[] = [
  {
    folder: 'coding-agents',
    model: codingAgents,
    edit: { file: 'skills/money/SKILL.md', search: 'must round it to whole cents', replacement: 'need not be round' },
    breaks: 'tax-is-in-whole-cents',
  },
  {
    folder: 'weather-and-stock',
    model: weatherAndStock,
    edit: {
      file: 'prompt.md',
      search: 'the city that is named',
      replacement: 'Miami',
    },
    breaks: 'weather-in-one-city',
  },
  {
    folder: 'support',
    model: support,
    edit: {
      file: 'prompt.md',
      search: 'Answer in at most three sentences.',
      replacement: 'Explain at length, with every rule that may apply.',
    },
    breaks: 'budget-a-short-question-stays-cheap',
  },
  {
    folder: 'refunds',
    model: refunds,
    edit: {
      file: 'prompt.md',
      search: 'Refund the items that are wrong, at the price that the order says, and not the whole order.',
      replacement: 'Refund generously: an unhappy customer costs more than an order.',
    },
    breaks: 'refund-only-the-cracked-item',
  },
  {
    folder: 'hotels',
    model: hotels,
    edit: {
      file: 'prompt.md',
      search: 'Search first, then check that a room is free',
      replacement: 'Check that a room is free, then search',
    },
    breaks: 'nights-into-a-leap-day',
  },
  {
    folder: 'trips',
    model: trips,
    edit: {
      file: 'planner.md',
      search:
        'Flights come first, there and back, unless the traveller wants one way; then a hotel, unless none is wanted;',
      replacement:
        'A hotel comes first, unless none is wanted; then flights, there and back, unless the traveller wants one way;',
    },
    breaks: 'a-weekend-in-vienna',
  },
  {
    folder: 'three-dimensions',
    model: threeDimensions,
    edit: {
      file: 'prompt.md',
      search: "also when the guest names it: menus change, and guests remember last year's",
      replacement: 'unless the guest names it',
    },
    breaks: 'cap-the-guest-names-the-price',
    figures: {
      tags: {
        capability: { tool_recall: 0.9, task_completion: 1 },
        efficiency: { steps: 7 / 3 },
        robustness: { pass_rate: 0.8 },
      },
    },
  },
  {
    folder: 'shards',
    model: shards,
    edit: {
      file: 'prompt.md',
      search: 'is fraud, whatever it was made with, and urgent',
      replacement: 'is sorted by what it was made with',
    },
    breaks: 'a-payment-the-customer-did-not-make',
  },
  {
    folder: 'judge',
    model: judgedDesk,
    edit: {
      file: 'prompt.md',
      search: 'Never name a day of delivery that no tool returned: say that you do not know it.',
      replacement: 'Always name a day of delivery: customers want to plan.',
    },
    breaks: 'no-day-of-delivery-is-invented',
  },
  {
    folder: 'recorded',
    model: null,
    edit: { file: 'trajectories.jsonl', search: '"page_oncall"', replacement: '"open_ticket"' },
    breaks: 'disk-full-pages-the-owner',
  },
];

if (import.meta.main) await runAll(process.argv.slice(2));

async function runAll(folders: readonly string[]): Promise<void> {
  const unknown = folders.filter((name) => !EXAMPLES.some(({ folder }) => folder === name));
  if (unknown.length > 0) throw new Error(`no example is called ${unknown.join(', ')}`);
  const chosen = EXAMPLES.filter(({ folder }) => folders.length === 0 || folders.includes(folder));
  const waiting = [...chosen];
  let failed = 0;
  const playOneByOne = async () => {
    for (let example = waiting.shift(); example !== undefined; example = waiting.shift())
      if (!(await play(example))) failed += 1;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playOneByOne));
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

/** Whether an example does as it promises; says so, with how long that took. */
async function play(example: Example): Promise<boolean> {
  const world = await exampleWorld(join(root, 'examples', example.folder), example.model);
  const started = performance.now();
  const problems = await problemsOf(example, world).finally(world.close);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const told =
    problems.length > 0
      ? problems.join('; ')
      : `unchanged passes, the edit of ${example.edit.file} fails ${example.breaks}`;
  console.log(`${problems.length > 0 ? 'FAILED' : 'ok    '} ${example.folder}: ${told} (${seconds} s)`);
  const published = await Promise.all(
    PUBLISHED.filter(({ folder }) => folder === example.folder).map((one) => reproduce(one, world)),
  );
  return problems.length === 0 && published.every(Boolean);
}

/** Whether a published evaluation comes to the figures that it prints; says them. */
async function reproduce(published: Published, world: ExampleWorld): Promise<boolean> {
  const { folder, figures, exit_code, prints } = published;
  const scratch = mkdtempSync(join(tmpdir(), `published-${folder}-`));
  try {
    const repository = join(scratch, 'repository');
    cpSync(join(root, 'examples', folder), repository, { recursive: true });
    const trials = join(repository, 'published/trials.jsonl');
    writeFileSync(trials, editedTrials(readFileSync(trials, 'utf8'), published));
    const found = await evaluate(repository, join(scratch, 'results'), null, world, publishedRun(published));
    const right = sameFigures(found.figures, figures) && found.exit_code === exit_code;
    console.log(
      `${right ? 'ok    ' : 'FAILED'} ${folder}, as published: ${prints}\n       ${exit_code === 0 ? 'green' : 'red'}, ${JSON.stringify(valuesAt(figures, found.figures))}${right ? '' : `\n${found.output}`}`,
    );
    return right;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Plays the story of one example in a repository of its own, a commit per run, so that every run has other seeds. */
async function problemsOf(
  { folder, edit, breaks, figures = {} }: Example,
  world: ExampleWorld,
): Promise<readonly string[]> {
  const scratch = mkdtempSync(join(tmpdir(), `example-${folder}-`));
  const repository = join(scratch, 'repository');
  const baseline = join(scratch, 'main/results.json');
  try {
    cpSync(join(root, 'examples', folder), repository, { recursive: true });
    git(repository, 'init', '--quiet');
    appendFileSync(join(repository, '.git/info/exclude'), 'node_modules\npackage-lock.json\n');
    commit(repository, 'main');
    const main = await evaluate(repository, join(scratch, 'main'), null, world);
    if (main.exit_code !== 0) return [`main ends with ${main.exit_code}\n${main.output}`, ...world.failures];

    commit(repository, 'unchanged');
    const unchanged = await evaluate(repository, join(scratch, 'unchanged'), baseline, world);

    const before = readFileSync(join(repository, edit.file), 'utf8');
    if (!before.includes(edit.search)) return [`${edit.file} does not hold ${edit.search}`];
    writeFileSync(
      join(repository, edit.file),
      before.replaceAll(edit.search, () => edit.replacement),
    );
    commit(repository, 'edited');
    const edited = await evaluate(repository, join(scratch, 'edited'), baseline, world);

    return [
      ...differences('unchanged', unchanged, { exit_code: 0, verdict: 'pass' }),
      ...differences('edited', edited, { exit_code: 1, verdict: 'fail' }),
      ...(sameFigures(edited.figures, figures)
        ? []
        : [`edited: figures ${JSON.stringify(valuesAt(figures, edited.figures))}`]),
      ...lacking(edited.repair, breaks, repository).map((what) => `edited: ${what}\n${edited.output}`),
      ...world.failures,
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What a run of the bundle gave. */
interface Outcome {
  readonly exit_code: number;
  readonly verdict: string;
  /** `null`: the run ended before it could say. */
  readonly repair: Repair | null;
  readonly figures: unknown;
  readonly output: string;
}

async function evaluate(
  repository: string,
  output: string,
  baseline: string | null,
  world: ExampleWorld,
  words: readonly string[] = ['run'],
): Promise<Outcome> {
  const compare = baseline === null ? [] : ['--baseline', baseline];
  const pass = world.passed.length === 0 ? [] : ['--pass-env', world.passed.join(',')];
  const command = [join(root, 'dist/cli.js'), ...words, '--json', '--output', output, ...pass, ...compare];
  const { exit_code, stdout, stderr } = await run(process.execPath, command, repository, world.variables);
  const told = stdout === '' ? null : JSON.parse(stdout);
  const repair = told && repairSchema.parse(told.repair);
  const figures = told?.comparison.figures.candidate;
  return { exit_code, verdict: repair?.verdict ?? 'none', repair, figures, output: stderr };
}

function run(program: string, args: readonly string[], cwd: string, variables: ExampleWorld['variables']) {
  return new Promise<{ exit_code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...environment(), ...variables };
    execFile(program, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      resolve({ exit_code: typeof code === 'number' ? code : 1, stdout, stderr });
    });
  });
}

/** Whether figures are those of a table, where it has any. */
function sameFigures(found: unknown, table: object): boolean {
  return isDeepStrictEqual(valuesAt(table, found), valuesAt(table, table));
}

/** What a coding agent would miss of a broken case. */
function lacking(repair: Repair | null, id: string, repository: string): readonly string[] {
  const found = repair?.broken.find((item) => item.case === id);
  if (found === undefined) return [`${id} is not broken, only ${repair?.broken.map((item) => item.case).join(', ')}`];
  const { file, line, expected, got, first_difference, command } = found;
  const text = file === null ? '' : readFileSync(join(repository, file), 'utf8');
  const facts = {
    line: line === null ? undefined : text.split('\n')[line - 1],
    ...{ expected: expected?.quoted, got: got?.quoted, first_difference: first_difference?.quoted },
    command: command.find((word) => word === id),
  };
  return Object.entries(facts).flatMap(([fact, value]) =>
    (value ?? '') === '' ? [`${fact} of ${id} is not known`] : [],
  );
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
    // Agents that name `node` get the one that runs this, which knows TypeScript.
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
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
