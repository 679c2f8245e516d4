import { errorMessage } from '#common/error-message.ts';
import { listed, plural, shortSha } from '#common/words.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { RunReference } from '#gate/baseline/results/results-file.ts';
import { REQUESTS_FILE, TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import { runMainOnce } from '#gate/baseline/run-main-once.ts';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { type Distance, distanceTo } from '#github/commits/compare-commits.ts';
import { listRecentRuns, listRunsOfCommit, type RunQuery, ruleOf, unknownRuns } from '#github/runs/list-runs.ts';
import { onBranch } from '#github/runs/on-branch.ts';
import type { Target } from '#github/runs/resolve-target.ts';
import { type WorkflowRun, whyForeign, whyNoBaseline } from '#github/runs/workflow-run.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { getRun } from '../runs/get-run.ts';
import { recentPushes } from '../runs/list-workflow-runs.ts';
import { artifactTrajectories } from './artifact-trajectories.ts';
import { findArtifact } from './find-artifact.ts';
import { readPool } from './read-pool.ts';
import { type RunReader, runReader } from './run-reader.ts';
import type { WantedResults } from './whose-results.ts';

/** Where to look for baselines, and for which run. A run of a branch that is not the default one made a candidate. */
export interface ArtifactBaselineOptions extends WantedResults {
  readonly github: GithubReader;
  readonly repository: GithubRepository;
  readonly defaultBranch: string;
  /** `.github/workflows/agent-eval.yml`: the workflow whose runs on the default branch make baselines. */
  readonly workflowPath: string;
  /** `agent-eval-results[-key]`. */
  readonly artifactName: string;
  /** `agent-eval-trajectories[-key]`. */
  readonly trajectoriesName: string;
  /** The current run; never its own baseline. */
  readonly runId: number;
  /** The commit to compare with. */
  readonly target: () => Promise<Target>;
  /** `https://github.com`, for links. */
  readonly serverUrl: string;
}

/**
 * The baseline among the artifacts of the default branch's runs, chosen by run metadata and never by the artifact's name alone:
 * forks, pull requests and tags can upload the same name into the same repository. Order: the run of the target commit, its nearest
 * ancestor, then the newest run, reported as off target; up to four more ancestors join the pool. A run that can't be read is
 * named in `notes`, and the next one is tried. Pinned runs are read by name; an empty list of them pins nothing.
 */
export function artifactBaseline(options: ArtifactBaselineOptions): BaselineStore {
  return {
    find: (pinned = []) =>
      find(options, pinned).catch((error: unknown) => ({
        kind: 'none' as const,
        reason: `it could not be looked up: ${errorMessage(error)}`,
        notes: [],
      })),
    trajectories: (run) => artifactTrajectories(options, run),
    stored: (run) => artifactTrajectories(options, run, [TRAJECTORIES_FILE, REQUESTS_FILE]),
  };
}

async function find(options: ArtifactBaselineOptions, pinned: readonly RunReference[]): Promise<BaselineLookup> {
  const target = await options.target();
  const reader = runReader(options);
  return pinned.length > 0 ? findPinned(options, pinned, target, reader) : findNearest(options, target, reader);
}

async function findPinned(
  options: ArtifactBaselineOptions,
  pinned: readonly RunReference[],
  target: Target,
  reader: RunReader,
): Promise<BaselineLookup> {
  const read = await readPinnedRuns(options, pinned, reader);
  const notes = [...problemOf(target), ...read.notes];
  const [first, ...others] = read.runs;
  if (first === undefined) {
    const reason = `the runs on ${options.defaultBranch} that the first run of this commit was compared with can no longer be read`;
    return { kind: 'none', reason, notes };
  }
  const choice = `the run of ${shortSha(first.sha ?? '')} on ${options.defaultBranch}, as in the first run of this commit`;
  return { kind: 'found', runs: [first, ...others], target_sha: shaOf(target), choice, notes };
}

async function findNearest(
  options: ArtifactBaselineOptions,
  target: Target,
  reader: RunReader,
): Promise<BaselineLookup> {
  const notes = [...problemOf(target)];
  const query: RunQuery = { ...options, targetSha: shaOf(target) };
  const [exact, recent] = await Promise.all([listRunsOfCommit(query), listRecentRuns(query)]);
  if ('problem' in exact) return { kind: 'none', reason: exact.problem, notes };
  notes.push(...exact.notes, ...('notes' in recent ? recent.notes : []));
  const ids = new Set(exact.runs.map((run) => run.id));
  const others = 'runs' in recent ? recent.runs.filter((run) => !ids.has(run.id)) : [];

  const distanceOf = 'sha' in target ? distanceTo(options, target.sha) : async () => null;
  const { isOfBranch, leftOut } = ofBranch(options);
  const byNearness = orderByNearness({ ...options, distanceOf, isOfBranch }, others, target);
  const first =
    (await firstReadable(onTarget(options, await allOf(exact.runs, isOfBranch), target), reader, notes)) ??
    (await firstReadable(byNearness, reader, notes));
  if (first === null) {
    const reason = 'problem' in recent ? recent.problem : await nothingFound(options, ids.size + others.length, reader);
    return { kind: 'none', reason, notes: [...notes, ...leftOut()] };
  }
  if ('problem' in recent) notes.push(unknownRuns(recent.problem));
  const pool = await readPool({
    first: first.run,
    candidates: [...exact.runs, ...others].sort((a, b) => b.id - a.id),
    isOfBranch,
    distanceOf: first.ancestor ? distanceOf : distanceTo(options, first.run.head_sha),
    reader,
  });
  const runs = [first.stored, ...pool.runs] as const;
  return {
    kind: 'found',
    runs,
    target_sha: shaOf(target),
    choice: first.choice,
    notes: [...notes, ...pool.notes, ...leftOut()],
  };
}

/** Which runs are of commits that the branch itself has been at, and a note on those that were asked about and are not. */
function ofBranch(options: ArtifactBaselineOptions): {
  readonly isOfBranch: (run: WorkflowRun) => Promise<boolean>;
  readonly leftOut: () => readonly string[];
} {
  const isOnBranch = onBranch(options);
  const others = new Set<number>();
  return {
    async isOfBranch(run) {
      const isOf = await isOnBranch(run.head_sha);
      if (!isOf) others.add(run.id);
      return isOf;
    },
    leftOut: () =>
      others.size === 0
        ? []
        : [
            `Not counted: ${others.size === 1 ? 'run' : 'runs'} ${listed([...others].map(String), MOST_NAMED)}, because ${options.defaultBranch} is not known to have been at ${others.size === 1 ? 'its commit' : 'their commits'}: not its tip, nor a first parent of that.`,
          ],
  };
}

async function allOf(
  runs: readonly WorkflowRun[],
  isOfBranch: (run: WorkflowRun) => Promise<boolean>,
): Promise<readonly WorkflowRun[]> {
  const are = await Promise.all(runs.map(isOfBranch));
  return runs.filter((_, index) => are[index]);
}

async function firstReadable(
  runs: Iterable<RankedRun> | AsyncIterable<RankedRun>,
  reader: RunReader,
  notes: string[],
): Promise<(RankedRun & { readonly stored: StoredRun }) | null> {
  for await (const ranked of runs) {
    if (reader.left() === 0) return null;
    const read = await reader.read(ranked.run);
    if ('stored' in read) return { ...ranked, ...read };
    notes.push(read.note);
  }
  return null;
}

function onTarget(
  { defaultBranch }: ArtifactBaselineOptions,
  runs: readonly WorkflowRun[],
  target: Target,
): readonly RankedRun[] {
  if ('problem' in target) return [];
  return runs.map((run) => {
    const choice = `the run of ${shortSha(run.head_sha)} on ${defaultBranch}, ${target.how}`;
    return { run, choice, ancestor: true };
  });
}

async function nothingFound(options: ArtifactBaselineOptions, runs: number, reader: RunReader): Promise<string> {
  const { artifactName, workflowPath, defaultBranch } = options;
  if (runs === 0) {
    const elsewhere = await resultsElsewhere(options);
    if (elsewhere !== null) return `${elsewhere}: ${runMainOnce(defaultBranch)}`;
    return `${workflowPath} has no finished run on ${defaultBranch} yet; merge it, with a push trigger on ${defaultBranch}, or ${runMainOnce(defaultBranch)}, to store the first one`;
  }
  if (reader.expired.size > 0 && reader.expired.size === reader.tried.size)
    return `the artifacts ${artifactName} of the last runs of ${workflowPath} on ${defaultBranch} have expired: ${runMainOnce(defaultBranch)}`;
  return `the last runs of ${workflowPath} on ${defaultBranch} no longer have a readable artifact ${artifactName}: ${runMainOnce(defaultBranch)}`;
}

/**
 * Where a workflow without runs on the default branch may have left its results: under the name that it had before, or on the branch
 * that was the default one. A sentence part; `null`: nowhere that is seen. It is only said: nothing is read from there.
 */
async function resultsElsewhere(options: ArtifactBaselineOptions): Promise<string | null> {
  const { github, repository, defaultBranch, workflowPath, artifactName, runId } = options;
  const pushes = (await recentPushes(options)).filter((run) => {
    const own = { repositoryId: repository.id, runId, workflowPath: run.path, defaultBranch: run.head_branch ?? '' };
    return whyForeign(run, own) === null;
  });
  const byFile = new Map(pushes.map((run) => [`${fileOf(run.path)} ${run.head_branch}`, run]));
  for (const run of [...byFile.values()].slice(0, MOST_ASKED)) {
    const [file, branch] = [fileOf(run.path), run.head_branch];
    if ((file === workflowPath) === (branch === defaultBranch)) continue;
    const artifact = await findArtifact(github, repository, run, artifactName);
    if ('problem' in artifact && artifact.kind !== 'expired') continue;
    return file === workflowPath
      ? `${workflowPath} has run on ${branch}, and never on ${defaultBranch}; if that was the default branch before`
      : `${workflowPath} has no run on ${defaultBranch}, and ${file} has; if the workflow was renamed`;
  }
  return null;
}

/** GitHub writes it with or without `@ref`. */
function fileOf(path: string): string {
  return path.split('@')[0] ?? path;
}

const MOST_ASKED = 5;

const MOST_NAMED = 5;

function shaOf(target: Target): string | null {
  return 'sha' in target ? target.sha : null;
}

function problemOf(target: Target): readonly string[] {
  return 'problem' in target ? [target.problem] : [];
}

/**
 * Reads the named runs and no others, in this order. The names come from an artifact, so GitHub must still list every run as
 * one of the default branch. A run that can't be read becomes a note.
 */
async function readPinnedRuns(
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

/** A run to try, and the sentence that says why. */
interface RankedRun {
  readonly run: WorkflowRun;
  readonly choice: string;
  /** Its commit is the target or one of its ancestors. */
  readonly ancestor: boolean;
}

/** How to measure nearness. Both functions ask GitHub. */
interface Nearness {
  readonly defaultBranch: string;
  /** Distance of a commit to the target, null if unknown. */
  readonly distanceOf: (sha: string) => Promise<Distance | null>;
  /** Whether a run is of a commit that the default branch itself has been at. */
  readonly isOfBranch: (run: WorkflowRun) => Promise<boolean>;
}

/**
 * Yields runs of the branch (newest first) in the order in which to try them: first ancestors of the target, then the others,
 * marked as off target. Asks GitHub about one run at a time, and only as far as the caller reads.
 */
async function* orderByNearness(
  { defaultBranch: branch, distanceOf, isOfBranch }: Nearness,
  runs: readonly WorkflowRun[],
  target: Target,
): AsyncGenerator<RankedRun, void, void> {
  const others = new Map<WorkflowRun, Distance | null>();
  for (const run of runs) {
    if (!(await isOfBranch(run))) continue;
    const distance = await distanceOf(run.head_sha);
    if ('sha' in target && distance?.after === 0) {
      yield { run, choice: ancestorWords(run, branch, target, distance), ancestor: true };
    } else others.set(run, distance);
  }
  for (const [run, distance] of others) {
    const choice =
      'sha' in target
        ? movedWords(run, branch, target, distance)
        : `the newest run on ${branch} with results, of ${shortSha(run.head_sha)}`;
    yield { run, choice, ancestor: false };
  }
}

function ancestorWords(
  run: WorkflowRun,
  branch: string,
  target: { sha: string; how: string },
  distance: Distance,
): string {
  if (distance.before === 0) return `the run of ${shortSha(run.head_sha)} on ${branch}, ${target.how}`;
  return `the run of ${shortSha(run.head_sha)} on ${branch}, the nearest with results: ${plural(distance.before, 'commit')} before ${shortSha(target.sha)} (${target.how})`;
}

function movedWords(
  run: WorkflowRun,
  branch: string,
  target: { sha: string; how: string },
  distance: Distance | null,
): string {
  const away = distance === null ? 'not an ancestor of' : `${plural(distance.before + distance.after, 'commit')} from`;
  return `${branch} has moved: comparing with ${shortSha(run.head_sha)}, ${away} ${shortSha(target.sha)} (${target.how})`;
}
