import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOOL } from '#common/tool.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { CLI } from '../support/bundle.ts';
import { megabytes, milliseconds, seconds, times } from '../support/format.ts';
import { mailAnswers, mailSuite, TRIALS } from '../support/mail-suite.ts';
import { median } from '../support/median.ts';
import { amount, repeats } from '../support/repeats.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { storedResults } from '../support/stored-results.ts';
import type { Row } from '../support/table.ts';
import { type Cost, succeeded, watch } from '../support/watch.ts';

const MOST_MB = 400;

/** What grows with a suite: reading its cases, its trials, its results, its verdict again, and its calibration. */
export async function scale(): Promise<readonly Row[]> {
  return [
    ...(await validated('yaml')),
    ...(await validated('json')),
    ...(await ran()),
    ...(await verified(0)),
    ...(await verified(3)),
    ...(await compared()),
    ...(await calibrated()),
  ];
}

async function cli(cwd: string, ...args: readonly string[]): Promise<Cost> {
  return succeeded(await watch(process.execPath, [CLI, ...args], { cwd }));
}

/** The median of several runs. */
async function cliOften(
  cwd: string,
  ...args: readonly string[]
): Promise<Pick<Cost, 'wall_ms' | 'cpu_ms' | 'peak_mb'>> {
  const costs: Cost[] = [];
  for (let run = 0; run < RUNS; run += 1) costs.push(await cli(cwd, ...args));
  const of = (figure: (cost: Cost) => number | null) => median(costs.map((cost) => figure(cost) ?? Number.NaN));
  return {
    wall_ms: of((cost) => cost.wall_ms),
    cpu_ms: of((cost) => cost.cpu_ms),
    peak_mb: of((cost) => cost.peak_mb),
  };
}

const RUNS = repeats(5);

async function validated(form: 'json' | 'yaml'): Promise<readonly Row[]> {
  await using folder = await scratchFolder({ ...mailSuite(10_000, form), 'recorded.jsonl': '' });
  const { wall_ms: wall, cpu_ms: cpu, peak_mb: peak } = await cliOften(folder.path, 'validate');
  return [
    {
      work: `validate 10,000 cases, ${form === 'json' ? 'JSON' : 'YAML'}`,
      figure: 'wall',
      measured: seconds(wall),
      beside: `processor ${seconds(cpu ?? Number.NaN)}; ${megabytes(peak ?? Number.NaN)}`,
      mark: '≤ 3 s',
      met: wall <= 3000,
    },
  ];
}

const SIZES = [100, 1_000, 10_000].map(amount);

/** Runs of a recorded agent, each with ten times the cases of the one before. */
async function ran(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const costs: { readonly trials: number; readonly cost: Cost }[] = [];
  for (const cases of SIZES) {
    await using folder = await scratchFolder({
      ...mailSuite(cases),
      'recorded.jsonl': [...mailAnswers(cases), ''].join('\n'),
    });
    const cost = await cli(folder.path, 'run', '--quiet');
    const trials = cases * TRIALS;
    costs.push({ trials, cost });
    rows.push({
      work: 'run of a recorded agent',
      figure: `${trials.toLocaleString('en')} trials`,
      measured: seconds(cost.cpu_ms ?? Number.NaN),
      beside: `${milliseconds((cost.cpu_ms ?? Number.NaN) / trials)} of processor a trial, memory ${megabytes(cost.peak_mb ?? Number.NaN)}; run once`,
      mark: cases === SIZES.at(-1) ? `≤ ${MOST_MB} MB` : '',
      met: cases === SIZES.at(-1) ? !((cost.peak_mb ?? 0) > MOST_MB) : null,
    });
  }
  return [...rows, slope(costs)];
}

/** What a further trial costs in the largest run, as a multiple of what it costs before. */
function slope(costs: readonly { readonly trials: number; readonly cost: Cost }[]): Row {
  const [steep = Number.NaN, later = Number.NaN] = costs.slice(1).map(({ trials, cost }, at) => {
    const before = costs[at];
    return ((cost.cpu_ms ?? Number.NaN) - (before?.cost.cpu_ms ?? Number.NaN)) / (trials - (before?.trials ?? 0));
  });
  const [memory = Number.NaN] = costs.slice(-1).map(({ trials, cost }) => {
    const before = costs.at(-2);
    return (
      (1024 * ((cost.peak_mb ?? Number.NaN) - (before?.cost.peak_mb ?? Number.NaN))) / (trials - (before?.trials ?? 0))
    );
  });
  const [few, some, many] = costs.map(({ trials }) => trials.toLocaleString('en'));
  return {
    work: 'run of a recorded agent',
    figure: 'a further trial',
    measured: times(later / steep),
    beside: `${milliseconds(later)} from ${some} to ${many} trials, ${milliseconds(steep)} from ${few} to ${some}; ${memory.toFixed(1)} kB of memory`,
    mark: '≤ 1.5 ×',
    met: !(later / steep > 1.5),
  };
}

/** `verify` of a run of 10,000 trials, with what it was compared with. */
async function verified(runs: number): Promise<readonly Row[]> {
  const cases = amount(1_000);
  const answers = [...mailAnswers(cases), ''].join('\n');
  await using folder = await scratchFolder({ ...mailSuite(cases), 'recorded.jsonl': answers });
  const main = Array.from({ length: runs }, (_, at) => `main-${at}`);
  for (const output of main) await cli(folder.path, 'run', '--quiet', '--output', output);
  const baseline = main.flatMap((output) => ['--baseline', output]);
  await cli(folder.path, 'run', '--quiet', ...baseline);
  const { wall_ms: wall, cpu_ms: cpu, peak_mb: peak } = await cliOften(folder.path, 'verify');
  const trials = (cases * TRIALS).toLocaleString('en');
  return [
    {
      work: `verify ${trials} trials${runs === 0 ? '' : `, compared with ${runs} × ${trials} of main`}`,
      figure: 'wall',
      measured: seconds(wall),
      beside: `processor ${seconds(cpu ?? Number.NaN)}; ${megabytes(peak ?? Number.NaN)}`,
      mark: '≤ 2 s',
      met: wall <= 2000,
    },
  ];
}

async function compared(): Promise<readonly Row[]> {
  await using folder = await scratchFolder({ ...mailSuite(10_000), 'recorded.jsonl': '' });
  const [main, here] = await store(folder.path, 2);
  const cost = await cliOften(folder.path, 'compare', '--baseline', `${main}`, '--candidate', `${here}`);
  return [
    {
      work: '100,000 trials read, compared with as many of main, reported',
      figure: 'memory, peak',
      measured: megabytes(cost.peak_mb ?? Number.NaN),
      beside: `processor ${seconds(cost.cpu_ms ?? Number.NaN)}`,
      mark: `≤ ${MOST_MB} MB`,
      met: !((cost.peak_mb ?? 0) > MOST_MB),
    },
  ];
}

/** All draws are made: the first ones take longer than those after them. */
async function calibrated(): Promise<readonly Row[]> {
  await using folder = await scratchFolder({ ...mailSuite(100), 'recorded.jsonl': '' });
  const runs = await store(folder.path, 5);
  const took = (draws: number) => cli(folder.path, 'calibrate', ...runs, '--draws', String(draws));
  const [single, all] = [await took(1), await took(DRAWS)];
  const { wall_ms: wall } = all;
  return [
    {
      work: 'calibrate 100 cases × 10 by five runs',
      figure: `${DRAWS} draws, wall`,
      measured: seconds(wall),
      beside: `processor ${seconds(all.cpu_ms ?? Number.NaN)}, ${megabytes(all.peak_mb ?? Number.NaN)}; reading and one draw ${seconds(single.wall_ms)}, a further draw ${milliseconds((wall - single.wall_ms) / (DRAWS - 1))}; run once`,
      mark: '≤ 60 s',
      met: wall <= 60_000,
    },
  ];
}

const DRAWS = amount(200);

/** Runs of main as they would have been stored; their files. */
async function store(folder: string, runs: number): Promise<readonly string[]> {
  const loaded = await loadSuite(workspaceFiles(folder, folder, 'agent-eval.yml'), 'agent-eval.yml', {
    ids: [],
    tags: [],
  });
  if ('issues' in loaded) throw new Error(JSON.stringify(loaded.issues));
  const random = seededRandom(7);
  const files: string[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const facts = {
      tool: TOOL,
      repository: null,
      commit: {
        sha: String(run).repeat(40),
        ref: 'refs/heads/main',
        head_sha: null,
        base_sha: null,
        pull_request: null,
      },
      run: { id: String(run), attempt: 1, event: 'push', workflow: null, key: null, side: 'baseline' },
    } as const;
    const path = join(folder, `run-${run}`, 'results.json');
    await mkdir(join(folder, `run-${run}`));
    await writeFile(path, resultsText(storedResults(loaded.suite, TRIALS, facts, random)).parts);
    files.push(path);
  }
  return files;
}
