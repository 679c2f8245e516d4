import { CLI } from '../support/bundle.ts';
import { megabytes, seconds } from '../support/format.ts';
import { median } from '../support/median.ts';
import { repeats } from '../support/repeats.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Row } from '../support/table.ts';
import { type Cost, succeeded, watch } from '../support/watch.ts';

const CASES = 100;
const TRIALS = 10;
const RUNS = repeats(5);

/** 1000 trials of a worker that answers at once, through the whole `run`: grading, results on disk, report. */
export async function workerTrials(): Promise<readonly Row[]> {
  await using folder = await scratchFolder(workerSuite());
  const costs: Cost[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const args = [CLI, 'run', '--output', `out-${run}`];
    costs.push(succeeded(await watch(process.execPath, args, { cwd: folder.path })));
  }
  const wall = median(costs.map((cost) => cost.wall_ms));
  const peak = median(costs.map((cost) => cost.peak_mb ?? Number.NaN));
  const work = `${CASES * TRIALS} trials, worker mode`;
  return [
    { work, figure: 'wall', measured: seconds(wall), beside: '', mark: '≤ 5 s', met: wall <= 5000 },
    { work, figure: 'peak memory', measured: megabytes(peak), beside: '', mark: '≤ 200 MB', met: !(peak > 200) },
  ];
}

/** A hundred cases with ten trials each, all of which pass. */
export function workerSuite(): Readonly<Record<string, string>> {
  const cases = Array.from({ length: CASES }, (_, index) => ({
    id: `case-${index}`,
    input: `question ${index}`,
    expect: {
      tools: { calls: [{ name: 'search', args: { query: `question ${index}` } }] },
      response: { contains: ['answer'] },
    },
  }));
  return {
    'evals/cases.json': JSON.stringify({ cases }),
    'agent.mjs': AGENT,
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { command: [process.execPath, 'agent.mjs'] },
      cases: ['evals/cases.json'],
      trials: TRIALS,
      concurrency: 4,
    }),
  };
}

const AGENT = `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  console.log(JSON.stringify({ id: turn.id, output: 'the answer', tool_calls: [{ name: 'search', arguments: { query: turn.input } }], usage: { input_tokens: 40, output_tokens: 8 } }));
}
`;
