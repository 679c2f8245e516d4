import { join } from 'node:path';
import { CELLS, jobsOf } from '../gate/job.ts';
import { measuredText, readMarks } from '../gate/measured.ts';
import { runJobs } from '../gate/run-jobs.ts';
import type { Speed } from '../gate/speed.ts';
import { median } from '../support/median.ts';
import { repeats } from '../support/repeats.ts';
import type { Row } from '../support/table.ts';
import { succeeded, watch } from '../support/watch.ts';

const RUNS = repeats(5);
const DRAWS = 1000;

/** P7: one decision, from parsed files to its words; P8: the trials that the looks save. `npm run bench:gate` has more of both. */
export async function decisions(): Promise<readonly Row[]> {
  return [...(await speeds()), ...(await trialsUsed())];
}

async function speeds(): Promise<readonly Row[]> {
  const program = join(import.meta.dirname, '../programs/decide-once.ts');
  const runs: (readonly Speed[])[] = [];
  for (let run = 0; run < RUNS; run += 1)
    runs.push(JSON.parse(succeeded(await watch(process.execPath, [program], { cwd: process.cwd() })).output));
  return (runs[0] ?? []).map(({ work, most_ms: most }, at) => {
    const ms = median(runs.map((run) => run[at]?.ms ?? Number.NaN));
    const ratio = median(runs.map((run) => run[at]?.ratio ?? Number.NaN));
    const beside = `${ratio.toFixed(2)} × sorting a million numbers`;
    const measured = `${ms.toFixed(0)} ms`;
    return { work: `P7 ${work}`, figure: 'one decision', measured, beside, mark: `≤ ${most} ms`, met: ms <= most };
  });
}

async function trialsUsed(): Promise<readonly Row[]> {
  const cell = CELLS.findIndex(({ marks = [] }) => marks.some(({ name }) => name.startsWith('P8')));
  const tally = (await runJobs(jobsOf(cell, DRAWS))).get(cell);
  const found = CELLS[cell];
  if (found === undefined || tally === undefined) throw new Error('no table of the gate has a mark P8');
  const [reading] = readMarks(found, tally).filter(({ mark }) => mark.name.startsWith('P8'));
  if (reading === undefined) throw new Error('the mark P8 was not read');
  const { mark, measured, outcome } = reading;
  return [
    {
      work: 'P8 unchanged pull requests, looks at 3, 5 and 10',
      figure: 'trials a case, mean',
      measured: measuredText(measured),
      beside: `of 10; ${DRAWS} simulated pull requests`,
      mark: `≤ ${mark.bound}`,
      met: outcome === 'met',
    },
  ];
}
