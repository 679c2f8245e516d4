import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Results of a run in a folder. */
export const RESULTS = 'agent-eval-results';

/** What a run came to, without what differs between two runs of the same thing. */
export type RunOutcome = {
  readonly results: unknown;
  /** By case and trial; a second line for one trial stays beside the first. */
  readonly trajectories: readonly unknown[];
};

/**
 * Reads the results of a folder. Left out is what clocks and processes determine: times, and how many trials a worker had
 * before this one. Every line of the trajectories must be JSON.
 */
export async function outcomeOf(folder: string): Promise<RunOutcome> {
  const results = await readFile(join(folder, RESULTS, 'results.json'), 'utf8');
  const lines = await readFile(join(folder, RESULTS, 'trajectories.jsonl'), 'utf8');
  const trajectories = lines.split('\n').filter((line) => line !== '');
  return {
    results: JSON.parse(results, withoutTimes),
    trajectories: trajectories.toSorted(byTrial).map((line) => JSON.parse(line, withoutTimes)),
  };
}

const TIMES = /_ms$|_at$|^latency_p95$|^place_in_process$/;

/** For `JSON.parse`: leaves out what clocks and processes determine. */
export function withoutTimes(key: string, value: unknown): unknown {
  return TIMES.test(key) ? undefined : value;
}

function byTrial(left: string, right: string): number {
  return left.slice(0, 40) < right.slice(0, 40) ? -1 : 1;
}
