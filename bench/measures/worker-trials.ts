import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, type Row } from './table.ts';
import { watch } from './watch.ts';

const CASES = 100;
const TRIALS = 10;
const RUNS = 3;

/** 1000 trials of a worker that answers at once, through the whole `run`: grading, results on disk, report. */
export async function workerTrials(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    await writeSuite(folder);
    const costs = [];
    for (let run = 0; run < RUNS; run += 1) {
      const cost = await watch(process.execPath, [resolve('dist/cli.js'), 'run', '--output', `out-${run}`], folder);
      if (cost.exit_code !== 0) throw new Error(`the run ended with ${cost.exit_code}: ${cost.output}`);
      costs.push(cost);
    }
    const seconds = median(costs.map((cost) => cost.wall_ms)) / 1000;
    const peak = median(costs.map((cost) => cost.peak_mb ?? Number.NaN));
    const work = `${CASES * TRIALS} trials, worker mode`;
    return [
      { work, figure: 'wall', measured: `${seconds.toFixed(2)} s`, mark: '≤ 5 s', met: seconds <= 5 },
      { work, figure: 'peak memory', measured: `${peak.toFixed(0)} MB`, mark: '≤ 200 MB', met: !(peak > 200) },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeSuite(folder: string): Promise<void> {
  const cases = Array.from({ length: CASES }, (_, index) => ({
    id: `case-${index}`,
    input: `question ${index}`,
    expect: {
      tools: { calls: [{ name: 'search', args: { query: `question ${index}` } }] },
      response: { contains: ['answer'] },
    },
  }));
  await mkdir(join(folder, 'evals'));
  await writeFile(join(folder, 'evals/cases.json'), JSON.stringify({ cases }));
  await writeFile(join(folder, 'agent.mjs'), AGENT);
  await writeFile(
    join(folder, 'agent-eval.yml'),
    `version: 1\nagent: {command: [${JSON.stringify(process.execPath)}, agent.mjs]}\ncases: [evals/cases.json]\ntrials: ${TRIALS}\nconcurrency: 4\n`,
  );
}

const AGENT = `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  console.log(JSON.stringify({ id: turn.id, output: 'the answer', tool_calls: [{ name: 'search', arguments: { query: turn.input } }], usage: { input_tokens: 40, output_tokens: 8 } }));
}
`;
