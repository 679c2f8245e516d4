import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CLI } from '../support/bundle.ts';
import { inKilobytes, seconds } from '../support/format.ts';
import { median } from '../support/median.ts';
import { repeats } from '../support/repeats.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Row } from '../support/table.ts';
import { succeeded, watch } from '../support/watch.ts';
import { workerSuite } from './worker-trials.ts';

const RUNS = repeats(5);

/** P10: the HTML report of a hundred cases with ten trials beside as many of main, beside a start of the same program that reads nothing. */
export async function report(): Promise<readonly Row[]> {
  await using folder = await scratchFolder(workerSuite());
  const cli = async (...args: readonly string[]) =>
    succeeded(await watch(process.execPath, [CLI, ...args], { cwd: folder.path }));
  for (const name of ['main', 'here']) await cli('run', '--output', name);
  const times = async (...args: readonly string[]): Promise<number> => {
    const costs = [];
    for (let run = 0; run < RUNS; run += 1) costs.push(await cli(...args));
    return median(costs.map(({ cpu_ms: cpu }) => cpu ?? Number.NaN));
  };
  const both = await times('report', 'main', 'here');
  const started = await times('report', '--help');
  const { size } = await stat(join(folder.path, 'here', 'report.html'));
  const work = 'P10 HTML report of 1,000 trials beside 1,000 of main';
  return [
    {
      work,
      figure: 'processor time',
      measured: seconds(both),
      beside: `${seconds(started)} to start`,
      mark: '≤ 3 s',
      met: !(both - started > 3000),
    },
    {
      work,
      figure: 'size',
      measured: inKilobytes(size),
      beside: '',
      mark: '≤ 2,000 kB',
      met: size <= 2_000_000,
    },
  ];
}
