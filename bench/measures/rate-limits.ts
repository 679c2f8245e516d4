import { seconds, times } from '../support/format.ts';
import { inTurn, medians, type Round } from '../support/in-turn.ts';
import { startServer } from '../support/model-server.ts';
import { type Load, modelSuite, ranTrials, runBare, runSuite } from '../support/model-suite.ts';
import { repeats } from '../support/repeats.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Row } from '../support/table.ts';

const ADMITTED = 10;
const LOAD: Load = { cases: 100, trials: 10, concurrency: 20, latency_ms: 50 };
const ROUNDS = repeats(5);

/**
 * P9: a server that takes half of what we would send and asks the rest to wait for a second, against the vendor's client
 * with as many requests in flight as a server without that limit gets from it.
 */
export async function rateLimits(): Promise<readonly Row[]> {
  await using folder = await scratchFolder(modelSuite(LOAD));
  await using limited = await startServer({ ...LOAD, admit: ADMITTED });
  await using open = await startServer(LOAD);
  let run = 0;
  const costs = await inTurn(
    ROUNDS,
    () => runBare({ ...LOAD, concurrency: ADMITTED }, open.openai),
    () => runSuite(folder.path, `out-${run++}`, limited.openai),
  );
  const total = LOAD.cases * LOAD.trials;
  let passed = 0;
  for (let at = 0; at < ROUNDS; at += 1)
    passed += (await ranTrials(folder.path, `out-${at}`)).outcomes.get('passed') ?? 0;
  const failed = ROUNDS * total - passed;

  const [bare, ours] = medians(costs.map(([left, right]): Round<number> => [left.wall_ms, right.wall_ms]));
  const ideal = (total * LOAD.latency_ms) / ADMITTED;
  const work = `P9 ${total} trials, c=${LOAD.concurrency}, L=${LOAD.latency_ms} ms, ${ADMITTED} admitted`;
  const beside = `${times(ours / ideal)} ideal (${seconds(ideal)}), ${times(ours / bare)} bare openai SDK, c=${ADMITTED}, no limit (${seconds(bare)})`;
  return [
    {
      work,
      figure: 'not passed',
      measured: `${failed} of ${ROUNDS * total}`,
      beside: '',
      mark: '0',
      met: failed === 0,
    },
    { work, figure: 'wall', measured: seconds(ours), beside, mark: '≤ 1.1 × bare', met: ours <= 1.1 * bare },
  ];
}
