import type { BaselineStore } from '#application/ports.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { errorMessage } from './error-message.ts';
import { findArtifact } from './find-artifact.ts';
import type { BaselineRepository, GithubReader } from './github-reader.ts';
import { describeRun, listRecentRuns, listRunsOfCommit, type RunQuery } from './list-runs.ts';
import { orderByNearness, type RankedRun } from './order-by-nearness.ts';
import type { ResultsRead } from './parse-results-bytes.ts';
import { readResultsArtifact } from './read-results-artifact.ts';
import { type ComparisonPoint, resolveTarget } from './resolve-target.ts';
import type { WorkflowRun } from './workflow-run.ts';

/** Whose artifacts are looked through, for what, and by which run. */
export interface ArtifactBaselineOptions {
  readonly github: GithubReader;
  readonly repository: BaselineRepository;
  readonly defaultBranch: string;
  /** `.github/workflows/agent-eval.yml`: the workflow whose runs on the default branch make baselines. */
  readonly workflowPath: string;
  /** `agent-eval-results[-key]`. */
  readonly artifactName: string;
  /** The run that is asking; never its own baseline. */
  readonly runId: number;
  readonly point: ComparisonPoint;
  /** `https://github.com`, for links. */
  readonly serverUrl: string;
}

/**
 * The baseline that a run of the default branch has uploaded as an artifact, chosen by run metadata and never by the
 * artifact's name alone: forks and pull requests can upload the same name into the same repository. The run of the
 * target commit comes first, its nearest ancestor next, then the newest run, said to be off target. What can't be read
 * is named in `notes` and the next run is tried.
 */
export function artifactBaseline(options: ArtifactBaselineOptions): BaselineStore {
  return {
    find: () =>
      find(options).catch((error: unknown) => ({
        kind: 'none' as const,
        reason: `it could not be looked up: ${errorMessage(error)}`,
        notes: [],
      })),
  };
}

async function find(options: ArtifactBaselineOptions): Promise<BaselineLookup> {
  const { github, repository, point } = options;
  const target = await resolveTarget(github, repository, point);
  const notes = 'problem' in target ? [target.problem] : [];
  const query: RunQuery = { ...options, targetSha: 'sha' in target ? target.sha : null };
  const attempts = { left: MAX_ARTIFACTS };

  const exact = await listRunsOfCommit(query);
  if ('problem' in exact) return { kind: 'none', reason: exact.problem, notes };
  notes.push(...exact.notes);
  const onTarget =
    'sha' in target ? exact.runs.map((run) => ({ run, chosen: onTargetWords(options, run, target.how) })) : [];
  const first = await firstReadable(options, onTarget, notes, attempts);
  if (first !== null) return first;

  const recent = await listRecentRuns(query);
  if ('problem' in recent) return { kind: 'none', reason: recent.problem, notes };
  notes.push(...recent.notes);
  const tried = new Set(exact.runs.map((run) => run.id));
  const others = recent.runs.filter((run) => !tried.has(run.id));
  const next = await firstReadable(options, orderByNearness(options, others, target), notes, attempts);
  if (next !== null) return next;
  return { kind: 'none', reason: nothingFound(options, exact.runs.length + others.length), notes };
}

async function firstReadable(
  options: ArtifactBaselineOptions,
  runs: Iterable<RankedRun> | AsyncIterable<RankedRun>,
  notes: string[],
  attempts: { left: number },
): Promise<BaselineLookup | null> {
  for await (const { run, chosen } of runs) {
    if (attempts.left === 0) return null;
    attempts.left -= 1;
    const read = await readRun(options, run);
    if ('results' in read) {
      const { owner, name } = options.repository;
      const url = `${options.serverUrl}/${owner}/${name}/actions/runs/${run.id}`;
      return { kind: 'found', results: read.results, sha: run.head_sha, chosen, url, notes };
    }
    notes.push(`${describeRun(run)} was passed over: ${read.problem}.`);
  }
  return null;
}

async function readRun(options: ArtifactBaselineOptions, run: WorkflowRun): Promise<ResultsRead> {
  const artifact = await findArtifact(options.github, options.repository, run, options.artifactName);
  return 'problem' in artifact ? artifact : readResultsArtifact(options.github, options.repository, artifact);
}

function onTargetWords(options: ArtifactBaselineOptions, run: WorkflowRun, how: string): string {
  return `the run of ${run.head_sha.slice(0, 7)} on ${options.defaultBranch}, ${how}`;
}

function nothingFound(options: ArtifactBaselineOptions, runs: number): string {
  const { artifactName, workflowPath, defaultBranch } = options;
  if (runs === 0) {
    return `${workflowPath} has no finished run on ${defaultBranch} yet; merge it, with a push trigger on ${defaultBranch}, to store the first one`;
  }
  return `none of the last runs of ${workflowPath} on ${defaultBranch} has a readable artifact ${artifactName}`;
}

/** Runs whose artifacts are looked at before giving up. */
const MAX_ARTIFACTS = 10;
