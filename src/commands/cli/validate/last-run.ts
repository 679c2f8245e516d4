import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { fileTrajectories } from '#runner/workspace/baselines/file-baselines.ts';
import { readStoredRun } from '#runner/workspace/baselines/read-stored-run.ts';
import { parseStoredTrajectory } from '#trials/trial/stored-trajectory.ts';

/** A stored run, and where it is. */
export interface LastRun {
  readonly run: StoredRun;
  readonly path: string;
  /** Names of the tools in its trajectories. */
  readonly called: readonly string[];
}

/** The run in a results file; `null` if it can't be read or has no trial. */
export async function lastRun(path: string): Promise<LastRun | null> {
  const read = await readStoredRun(path);
  if ('problem' in read || read.run.results.cases.every(({ trials }) => trials.length === 0)) return null;
  return { run: read.run, path, called: await calledTools(read.run) };
}

/** None if they can't be read. */
async function calledTools(run: StoredRun): Promise<readonly string[]> {
  const names = new Set<string>();
  try {
    for await (const line of fileTrajectories(run)) {
      const calls = parseStoredTrajectory(line)?.trajectory.turns.flatMap(({ tool_calls: list }) => list ?? []) ?? [];
      for (const { name } of calls) if (names.size < MOST_TOOLS) names.add(name);
    }
  } catch {
    return [...names].sort();
  }
  return [...names].sort();
}

const MOST_TOOLS = 1000;
