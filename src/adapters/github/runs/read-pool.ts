import type { Distance } from '#adapters/github/commits/compare-commits.ts';
import type { StoredRun } from '#domain/baseline/baseline-lookup.ts';
import type { RunReader } from './run-reader.ts';
import type { WorkflowRun } from './workflow-run.ts';

/** What may be pooled with the run that was chosen first. */
export interface PoolRequest {
  readonly first: WorkflowRun;
  /** Runs of the default branch, newest first. */
  readonly candidates: readonly WorkflowRun[];
  /** Distance to the commit whose ancestors may be pooled. */
  readonly distanceOf: (sha: string) => Promise<Distance | null>;
  readonly reader: RunReader;
}

/**
 * Reads up to four more runs of ancestors, nearest first, that began in the fourteen days before the first did. A run that
 * can't be read becomes a note, and the next one is tried.
 */
export async function readPool(
  request: PoolRequest,
): Promise<{ readonly runs: readonly StoredRun[]; readonly notes: readonly string[] }> {
  const { reader } = request;
  const members: { readonly stored: StoredRun; readonly before: number }[] = [];
  const notes: string[] = [];
  const ancestors = ancestorsAmong(request);
  while (members.length < MOST_OTHERS) {
    const batch = await take(ancestors, Math.min(MOST_OTHERS - members.length, reader.left()));
    if (batch.length === 0) break;
    const reads = await Promise.all(batch.map(async ({ run, before }) => ({ before, ...(await reader.read(run)) })));
    for (const read of reads) {
      if ('note' in read) notes.push(read.note);
      else members.push(read);
    }
  }
  return { runs: members.sort((a, b) => a.before - b.before).map(({ stored }) => stored), notes };
}

interface Ancestor {
  readonly run: WorkflowRun;
  /** Commits between it and the commit to compare with. */
  readonly before: number;
}

async function* ancestorsAmong(request: PoolRequest): AsyncGenerator<Ancestor, void, void> {
  const { first, candidates, distanceOf, reader } = request;
  for (const run of candidates) {
    if (reader.tried.has(run.id) || !isRecent(run, first)) continue;
    const distance = await distanceOf(run.head_sha);
    if (distance?.after === 0) yield { run, before: distance.before };
  }
}

function isRecent(run: WorkflowRun, first: WorkflowRun): boolean {
  const age = Date.parse(first.created_at) - Date.parse(run.created_at);
  return age >= 0 && age <= LONGEST_AGE;
}

async function take<T>(items: AsyncGenerator<T, void, void>, count: number): Promise<readonly T[]> {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = await items.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

/** Beside the first; more runs would add little. */
const MOST_OTHERS = 4;
/** Milliseconds: providers change their models, so older runs say less about today. */
const LONGEST_AGE = 14 * 24 * 60 * 60 * 1000;
