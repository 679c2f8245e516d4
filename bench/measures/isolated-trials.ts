import { CLI } from '../support/bundle.ts';
import { seconds, times } from '../support/format.ts';
import { inTurn, medianRatio, medians, type Round } from '../support/in-turn.ts';
import { repeats } from '../support/repeats.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Row } from '../support/table.ts';
import { succeeded, watch } from '../support/watch.ts';

const LOAD = { cases: 12, trials: 1, concurrency: 4, start_ms: 300, trial_ms: 2000 };
const ROUNDS = repeats(5);

/** What `isolate: true` costs: a process for each trial, started ahead, against processes that stay. */
export async function isolatedTrials(): Promise<readonly Row[]> {
  await using shared = await scratchFolder(suite(false));
  await using isolated = await scratchFolder(suite(true));
  let run = 0;
  const wall = async (folder: string): Promise<number> => {
    const args = [CLI, 'run', '--output', `out-${run++}`];
    return succeeded(await watch(process.execPath, args, { cwd: folder })).wall_ms;
  };
  const rounds: readonly Round<number>[] = await inTurn(
    ROUNDS,
    () => wall(shared.path),
    () => wall(isolated.path),
  );
  const ratio = medianRatio(rounds);
  const [sharing, own] = medians(rounds);
  return [
    {
      work: `${LOAD.cases * LOAD.trials} trials of 2 s, c=${LOAD.concurrency}, a start takes 300 ms`,
      figure: 'isolate: true',
      measured: seconds(own),
      beside: `${times(ratio)} shared processes (${seconds(sharing)})`,
      mark: '≤ 1.2 ×',
      met: ratio <= 1.2,
    },
  ];
}

function suite(isolate: boolean): Readonly<Record<string, string>> {
  const cases = Array.from({ length: LOAD.cases }, (_, index) => ({
    id: `case-${index}`,
    input: 'a question',
    expect: { response: { contains: ['answer'] } },
  }));
  return {
    'evals/cases.json': JSON.stringify({ cases }),
    'agent.mjs': AGENT,
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { command: [process.execPath, 'agent.mjs'], isolate },
      cases: ['evals/cases.json'],
      trials: LOAD.trials,
      concurrency: LOAD.concurrency,
    }),
  };
}

const AGENT = `import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
await setTimeout(${LOAD.start_ms});
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line);
  await setTimeout(${LOAD.trial_ms});
  console.log(JSON.stringify({ id, output: 'the answer' }));
}
`;
