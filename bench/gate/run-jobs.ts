import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Job } from './job.ts';
import { NOTHING, type Tally, together } from './tally.ts';

const PROGRAM = new URL('worker.ts', import.meta.url);

/**
 * Does jobs on all processors.
 *
 * @returns the tally of each cell; how many processors there are changes none
 */
export async function runJobs(jobs: readonly Job[]): Promise<ReadonlyMap<number, Tally>> {
  const waiting = [...jobs];
  const tallies = new Map<number, Tally>();
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), jobs.length) }, async () => {
      const worker = new Worker(PROGRAM);
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        worker.postMessage(job);
        const [tally]: Tally[] = await once(worker, 'message');
        if (tally !== undefined) tallies.set(job.cell, together([tallies.get(job.cell) ?? NOTHING, tally]));
      }
      await worker.terminate();
    }),
  );
  return tallies;
}
