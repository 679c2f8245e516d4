import { MOST_POOLED_RUNS } from '#gate/baseline/pool/pool.ts';
import { MOST_POOLED_TRIALS } from '#gate/baseline/pool/pool-cases.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { Distance } from '#github/commits/compare-commits.ts';
import { lastLook } from '#trials/trial/looks.ts';
import type { WorkflowRun } from '../runs/workflow-run.ts';
import type { RunReader } from './run-reader.ts';

/** What may be pooled with the run that was chosen first. */
export interface PoolRequest {
  readonly first: WorkflowRun;
  /** Runs of the default branch, newest first. */
  readonly candidates: readonly WorkflowRun[];
  /** Whether a run is of a commit that the default branch itself has been at. */
  readonly isOfBranch: (run: WorkflowRun) => Promise<boolean>;
  /** Distance to the commit whose ancestors may be pooled. */
  readonly distanceOf: (sha: string) => Promise<Distance | null>;
  readonly reader: RunReader;
}

/**
 * Reads more runs of ancestors, nearest first, that began in the fourteen days before the first did: four, and then up to nine while those of a
 * case are fewer trials than a pool counts. A run that can't be read becomes a note, and the next one is tried.
 */
export async function readPool(
  request: PoolRequest,
): Promise<{ readonly runs: readonly StoredRun[]; readonly notes: readonly string[] }> {
  const { reader } = request;
  const members: { readonly stored: StoredRun; readonly before: number }[] = [];
  const notes: string[] = [];
  const ancestors = ancestorsAmong(request);
  let most = FEWEST_OTHERS;
  while (members.length < most) {
    const batch = await take(ancestors, Math.min(most - members.length, reader.left()));
    if (batch.length === 0) break;
    const reads = await Promise.all(batch.map(async ({ run, before }) => ({ before, ...(await reader.read(run)) })));
    for (const read of reads) {
      if ('note' in read) notes.push(read.note);
      else members.push(read);
    }
    most = hasEnough(members) ? FEWEST_OTHERS : MOST_OTHERS;
  }
  return { runs: members.sort((a, b) => a.before - b.before).map(({ stored }) => stored), notes };
}

/** Whether the trials of a case in these runs and the first, which is taken to have as many as they, are all that count. */
function hasEnough(members: readonly { readonly stored: StoredRun }[]): boolean {
  const trials = members.map(({ stored }) => lastLook(stored.results));
  return trials.reduce((sum, each) => sum + each, trials[0] ?? 0) >= MOST_POOLED_TRIALS;
}

interface Ancestor {
  readonly run: WorkflowRun;
  /** Commits between it and the commit to compare with. */
  readonly before: number;
}

async function* ancestorsAmong(request: PoolRequest): AsyncGenerator<Ancestor, void, void> {
  const { first, candidates, isOfBranch, distanceOf, reader } = request;
  for (const run of candidates) {
    if (reader.tried.has(run.id) || !isRecent(run, first) || !(await isOfBranch(run))) continue;
    const distance = await distanceOf(run.head_sha);
    if (distance?.after === 0) yield { run, before: distance.before };
  }
}

function isRecent(run: WorkflowRun, first: WorkflowRun): boolean {
  const age = Date.parse(first.created_at) - Date.parse(run.created_at);
  return age >= 0 && age <= LONGEST_AGE;
}

async function take<T>(items: AsyncGenerator<T, void, void>, count: number): Promise<readonly T[]> {
  const values: T[] = [];
  while (values.length < count) {
    const next = await items.next();
    if (next.done === true) break;
    values.push(next.value);
  }
  return values;
}

/** Besides the first. Of a large suite with many trials more would only cost memory. */
const FEWEST_OTHERS = 4;
const MOST_OTHERS = MOST_POOLED_RUNS - 1;
/** Milliseconds: providers change their models, so older runs say less about today. */
const LONGEST_AGE = 14 * 24 * 60 * 60 * 1000;
