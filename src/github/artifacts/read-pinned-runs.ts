import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { RunReference } from '#gate/baseline/results/results-file.ts';
import { getRun } from '../runs/get-run.ts';
import { type RunQuery, ruleOf } from '../runs/list-runs.ts';
import { onBranch } from '../runs/on-branch.ts';
import { type WorkflowRun, whyNoBaseline } from '../runs/workflow-run.ts';
import type { RunReader } from './run-reader.ts';

/**
 * Reads the named runs and no others, in this order. The names come from an artifact, so GitHub must still list every run as
 * one of the default branch. A run that can't be read becomes a note.
 */
export async function readPinnedRuns(
  query: Omit<RunQuery, 'targetSha'>,
  pinned: readonly RunReference[],
  reader: RunReader,
): Promise<{ readonly runs: readonly StoredRun[]; readonly notes: readonly string[] }> {
  const ids = [...new Set(pinned.map((reference) => reference.run_id))].slice(0, MOST_RUNS);
  const isOnBranch = onBranch(query);
  const reads = await Promise.all(
    ids.map(async (id) => {
      if (id === null || !RUN_ID.test(id)) return { note: 'A run used in an earlier comparison has no run number.' };
      const known = await knownRun(query, Number(id), isOnBranch);
      if ('run' in known) return reader.read(known.run);
      return { note: `Run ${id}, used in an earlier comparison, was skipped: ${known.problem}.` };
    }),
  );
  return {
    runs: reads.flatMap((read) => ('stored' in read ? [read.stored] : [])),
    notes: reads.flatMap((read) => ('note' in read ? [read.note] : [])),
  };
}

async function knownRun(
  query: Omit<RunQuery, 'targetSha'>,
  id: number,
  isOnBranch: (sha: string) => Promise<boolean>,
): Promise<{ readonly run: WorkflowRun } | { readonly problem: string }> {
  const known = await getRun(query, id);
  if ('problem' in known) return known;
  const problem = whyNoBaseline(known.run, ruleOf(query));
  if (problem !== null) return { problem };
  return (await isOnBranch(known.run.head_sha))
    ? known
    : { problem: `its commit is not known to be part of ${query.defaultBranch}` };
}

const RUN_ID = /^[1-9]\d{0,14}$/;
/** A pool never has more. */
const MOST_RUNS = 10;
