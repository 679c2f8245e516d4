import type { EarlierResults } from '#application/ports.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { errorMessage } from './error-message.ts';
import { type FoundArtifact, findArtifact } from './find-artifact.ts';
import { getRun } from './get-run.ts';
import type { BaselineRepository, GithubReader } from './github-reader.ts';
import { describeRun, unknownRuns } from './list-runs.ts';
import { listWorkflowRuns } from './list-workflow-runs.ts';
import { readConfirmedArtifact } from './read-results-artifact.ts';
import { isWorkflow, type WorkflowRun } from './workflow-run.ts';

/** Whose earlier results are looked for. */
export interface EarlierResultsOptions {
  readonly github: GithubReader;
  readonly repository: BaselineRepository;
  /** The workflow that is running. */
  readonly workflowPath: string;
  /** `agent-eval-results[-key]`. */
  readonly artifactName: string;
  /** As results.json says it; null without one. */
  readonly key: string | null;
  readonly runId: number;
  readonly runAttempt: number;
  /** The commit that is evaluated, a merge commit for pull requests as a rule. */
  readonly testedSha: string;
}

/**
 * What an earlier run of the same commit uploaded: an earlier attempt of this run, or another finished run of the same
 * workflow for the same event, branch and head commit. The newest upload that says it is a candidate's and of the same
 * tested commit counts; it has the trust of the workflow that ran for this head commit, like the check itself. Whether
 * config and conditions are equal is not judged here.
 */
export function earlierResults(options: EarlierResultsOptions): EarlierResults {
  return {
    find: () => find(options).catch((error: unknown) => ({ ...NOTHING, notes: [unknown(errorMessage(error))] })),
  };
}

const NOTHING = { results: null, confirmation: null } as const;

interface Upload {
  readonly run: WorkflowRun;
  readonly artifact: FoundArtifact;
}

async function find(options: EarlierResultsOptions): Promise<Awaited<ReturnType<EarlierResults['find']>>> {
  const own = await getRun(options, options.runId);
  if ('problem' in own) return { ...NOTHING, notes: [unknown(own.problem)] };
  const siblings = await listSiblings(options, own.run);
  const runs = options.runAttempt > 1 ? [own.run, ...siblings.runs] : siblings.runs;
  const uploads = await findUploads(options, runs);
  const notes = [...siblings.notes, ...uploads.notes];
  for (const { run, artifact } of uploads.found) {
    const read = await readConfirmedArtifact(options.github, options.repository, artifact);
    const problem = 'problem' in read ? read.problem : whyFalse(read.results, run, options);
    if (problem !== null) notes.push(passedOver(run, problem));
    else if ('results' in read && read.results.commit.sha === options.testedSha)
      return { results: read.results, confirmation: read.confirmation, notes };
  }
  return { ...NOTHING, notes };
}

/** Finished runs that differ from this one in nothing but their number, newest first. */
async function listSiblings(
  options: EarlierResultsOptions,
  own: WorkflowRun,
): Promise<{ readonly runs: readonly WorkflowRun[]; readonly notes: readonly string[] }> {
  const filter = { event: own.event, head_sha: own.head_sha, status: 'completed' };
  const listed = await listWorkflowRuns(options, filter);
  if ('problem' in listed) return { runs: [], notes: [unknown(listed.problem.words)] };
  const runs = listed.runs.filter((run) => isSibling(run, own, options)).sort((a, b) => b.id - a.id);
  return { runs: runs.slice(0, MAX_RUNS), notes: listed.unread === null ? [] : [unknownRuns(listed.unread.words)] };
}

/**
 * Asked again here although the query asked most of it: a stranger's fork may hold the same head commit, and other
 * events run other versions of the workflow file.
 */
function isSibling(run: WorkflowRun, own: WorkflowRun, { repository, workflowPath }: EarlierResultsOptions): boolean {
  // Of a fork that is gone nothing tells whether it was the same one.
  const headRepository = own.head_repository?.id ?? null;
  return (
    headRepository !== null &&
    run.id !== own.id &&
    run.status === 'completed' &&
    run.repository.id === repository.id &&
    run.head_repository?.id === headRepository &&
    isWorkflow(run.path, workflowPath) &&
    run.event === own.event &&
    run.head_branch === own.head_branch &&
    run.head_sha === own.head_sha
  );
}

/** The newest upload first: it holds the trials of the others when they were added up. */
async function findUploads(
  { github, repository, artifactName }: EarlierResultsOptions,
  runs: readonly WorkflowRun[],
): Promise<{ readonly found: readonly Upload[]; readonly notes: readonly string[] }> {
  const found: Upload[] = [];
  const notes: string[] = [];
  for (const run of runs) {
    const artifact = await findArtifact(github, repository, run, artifactName);
    if (!('problem' in artifact)) found.push({ run, artifact });
    else if (artifact.kind !== 'absent') notes.push(passedOver(run, artifact.problem));
  }
  return { found: found.sort((a, b) => b.artifact.id - a.artifact.id), notes };
}

/** Why results are not those of the run that uploaded them; null when they are. */
function whyFalse(results: ResultsFile, run: WorkflowRun, { key }: EarlierResultsOptions): string | null {
  if (results.run.id !== String(run.id)) return 'its results.json says it is of another run';
  if (results.run.key !== key) return 'its results.json says it is of another key';
  return results.run.side === 'candidate' ? null : "its results.json says it is not a candidate's";
}

function passedOver(run: WorkflowRun, problem: string): string {
  return `${describeRun(run)} was not added to: ${problem}.`;
}

function unknown(problem: string): string {
  return `Earlier results of this commit are not known: ${problem}.`;
}

/** Runs of one commit whose artifacts are looked at, this one's earlier attempts apart. */
const MAX_RUNS = 5;
