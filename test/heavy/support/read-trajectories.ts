import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnRecord } from '#trials/trial/trajectory.ts';

interface StoredTrial {
  readonly case_id: string;
  readonly trial: number;
  readonly trajectory: { readonly turns: readonly TurnRecord[] };
}

/** The turns of each trial (`CASE#TRIAL`) in a folder of results that the bundle wrote; `shown` is what it printed, for an error. */
export async function readTurns(folder: string, output: string): Promise<ReadonlyMap<string, readonly TurnRecord[]>> {
  const text = await readFile(join(folder, 'trajectories.jsonl'), 'utf8').catch(() => {
    throw new Error(`no trajectories:\n${output}`);
  });
  const trials: readonly StoredTrial[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Map(trials.map(({ case_id, trial, trajectory }) => [`${case_id}#${trial}`, trajectory.turns]));
}
