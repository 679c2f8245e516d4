import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { FAST_TIMERS } from '#test/support/fast-timers.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { Fault, ModelScript } from '#test/testing/providers/script.ts';
import { CLI } from '../support/bundle.ts';
import { modelSuite } from '../support/model-suite.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Figure } from './figure.ts';

/** More trials than fit into any soak: the time ends the run. */
const LOAD = { cases: 1000, trials: 50, concurrency: 4, latency_ms: 50 };

/** Share of the requests that fail. */
const FAULTY = 0.05;

const FAULTS: readonly Fault[] = [
  { kind: 'reset' },
  { kind: 'cut', after_chunks: 1 },
  { kind: 'stream_error', type: 'server_error', message: 'overloaded' },
  { status: 429, retry_after: 0.05 },
  { status: 500 },
  { status: 503, body: '<html>Service unavailable</html>' },
  { status: 200, body: '{"half": "a JSON' },
];

/** Megabytes of memory and number of descriptors of a process, at a share of the time. */
interface Sample {
  readonly at: number;
  readonly memory: number;
  readonly descriptors: number;
  readonly trials: number;
}

/** One run of the terminal command whose models fail at random until the time is over. */
export async function longRun(minutes: number, seed: number): Promise<readonly Figure[]> {
  let failed = 0;
  const script: ModelScript = ({ random }) => {
    const [whether, which, drip] = [random(), random(), random()];
    if (whether >= FAULTY) return { text: 'the answer', ...(drip < 0.01 && { delay_ms: 500 }) };
    failed += 1;
    const fault = FAULTS[Math.floor(which * FAULTS.length)];
    return { text: 'the answer', ...(fault !== undefined && { fault }) };
  };
  await using server = await startModelServer(script, { latency_ms: LOAD.latency_ms, seed });
  await using folder = await scratchFolder(modelSuite(LOAD));
  const env = { PATH: process.env['PATH'], OPENAI_API_KEY: 'soak', OPENAI_BASE_URL: server.base_urls.openai };
  const args = ['run', '--output', 'out', '--trajectories', 'failed'];
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: folder.path,
    env: { ...env, ...FAST_TIMERS },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // By a signal: the time of the run's own timers is scaled.
  const end = setTimeout(() => child.kill('SIGINT'), minutes * 60_000);
  const started = performance.now();
  const samples: Sample[] = [];
  const timer = setInterval(() => {
    const at = (performance.now() - started) / (minutes * 60_000);
    const trials = countLines(join(folder.path, 'out', 'trials.jsonl'));
    if (at < 1) samples.push(...measured(child.pid, at, trials));
  }, 2000);
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  clearInterval(timer);
  clearTimeout(end);
  const results: { readonly cases: readonly { readonly trials: readonly unknown[] }[] } = JSON.parse(
    await readFile(join(folder.path, 'out', 'results.json'), 'utf8').catch(() => '{"cases":[]}'),
  );
  const kept = results.cases.reduce((sum, { trials }) => sum + trials.length, 0);
  const finished = countLines(join(folder.path, 'out', 'trials.jsonl'));
  const [first, last] = [third(samples, 0.2, 0.4), third(samples, 0.8, 1)];
  const perThousand = ((last.memory - first.memory) / Math.max(1, last.trials - first.trials)) * 1000;
  return [
    {
      what: 'requests to models, of which failed on purpose',
      value: `${server.requests.length}, ${failed}`,
      ok: failed > 0,
    },
    {
      what: 'trials finished in the long run, of which in its results',
      value: `${finished}, ${kept}`,
      ok: kept === finished && kept > 0,
    },
    {
      what: 'exit of the long run',
      value: code === 2 ? stderr.slice(0, 300) : String(code),
      ok: code === 130,
    },
    { what: 'stack traces', value: String(stderr.match(/^ +at /gm)?.length ?? 0), ok: !/^ +at /m.test(stderr) },
    {
      what: 'memory at 20–40 % and at 80–100 % of the time (MB, median)',
      value: `${first.memory.toFixed(0)}, ${last.memory.toFixed(0)}; ${perThousand.toFixed(1)} per 1000 trials, whose records are kept`,
      ok: last.memory - first.memory < MOST_GROWTH || perThousand < MOST_PER_THOUSAND,
    },
    {
      what: 'descriptors then (median)',
      value: `${first.descriptors}, ${last.descriptors}`,
      ok: last.descriptors <= first.descriptors + 10,
    },
  ];
}

/** MB by which the heap may still grow while the run warms up; and that the records of 1000 trials may take. */
const MOST_GROWTH = 64;
const MOST_PER_THOUSAND = 5;

function measured(pid: number | undefined, at: number, trials: number): readonly Sample[] {
  try {
    const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    return [{ at, memory, descriptors: readdirSync(`/proc/${pid}/fd`).length, trials }];
  } catch {
    return [];
  }
}

/** Trials in the file; its first line is the run's. */
function countLines(path: string): number {
  try {
    const bytes = readFileSync(path);
    let lines = -1;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
    return Math.max(0, lines);
  } catch {
    return 0;
  }
}

/** Medians over a part of the time. */
function third(samples: readonly Sample[], from: number, to: number): Omit<Sample, 'at'> {
  const part = samples.filter(({ at }) => at >= from && at < to);
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  return {
    memory: median(part.map(({ memory }) => memory)),
    descriptors: median(part.map(({ descriptors }) => descriptors)),
    trials: median(part.map(({ trials }) => trials)),
  };
}
