import { fileTrajectories } from '#adapters/workspace/baselines/file-baselines.ts';
import { readStoredRun } from '#adapters/workspace/baselines/read-stored-run.ts';
import type { StoredRun } from '#domain/baseline/baseline-lookup.ts';
import { parseStoredTrajectory } from '#domain/trial/stored-trajectory.ts';

/** A stored run, and where it is. */
export interface LastRun {
  readonly run: StoredRun;
  readonly path: string;
  /** Names of the tools in its trajectories. */
  readonly called: readonly string[];
}

/** The first of some results files that can be read and has a trial. */
export async function lastRun(paths: readonly string[]): Promise<LastRun | null> {
  for (const path of paths) {
    const read = await readStoredRun(path);
    if ('run' in read && read.run.results.cases.some(({ trials }) => trials.length > 0))
      return { run: read.run, path, called: await calledTools(read.run) };
  }
  return null;
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
