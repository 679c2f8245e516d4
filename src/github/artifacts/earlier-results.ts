import { errorMessage } from '#common/error-message.ts';
import { listed, shortSha } from '#common/words.ts';
import type { EarlierRun } from '#gate/baseline/resume/earlier-trials.ts';
import { type EvaluatedCommit, isSameContent } from '#gate/baseline/resume/same-content.ts';
import { attemptsBefore, LEFT_NO_RESULTS, lostAttempts } from '#gate/baseline/shards/lost-attempts.ts';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { getRun } from '#github/runs/get-run.ts';
import { describeRun } from '#github/runs/list-runs.ts';
import { listSiblings, NEVER_RAN, type Siblings } from '#github/runs/list-siblings.ts';
import type { WorkflowRun } from '#github/runs/workflow-run.ts';
import type { EarlierResults } from '#ports/ports.ts';
import { type FoundArtifact, findArtifact } from './find-artifact.ts';
import { readConfirmedArtifact } from './read-results-artifact.ts';
import { type WantedResults, whyForeignResults } from './whose-results.ts';

/** Whose earlier results to look for. A run of main counts only its own earlier attempts. */
export interface EarlierResultsOptions extends WantedResults {
  readonly github: GithubReader;
  readonly repository: GithubRepository;
  /** The current workflow. */
  readonly workflowPath: string;
  /** `agent-eval-results[-key]`. */
  readonly artifactName: string;
  readonly runId: number;
  readonly runAttempt: number;
  /** The evaluated commit, usually a merge commit for pull requests. */
  readonly tested: EvaluatedCommit;
}

/**
 * What earlier runs of the same content uploaded: an earlier attempt of this run, and other finished runs of the same workflow
 * for the same event and branch whose head commit has the same files. An upload counts if it says that it is of the same side
 * and tested content; it is as trustworthy as the workflow that ran for this branch, like the check itself. This function does
 * not compare config and conditions. The notes name expected uploads that are missing: anyone able to remove one unnoticed
 * could repeat a check until it is green.
 */
export function earlierResults(options: EarlierResultsOptions): EarlierResults {
  return {
    find: () => find(options).catch((error: unknown) => ({ runs: [], notes: [unknownNote(errorMessage(error))] })),
  };
}

interface Upload {
  readonly run: WorkflowRun;
  readonly artifact: FoundArtifact;
}

async function find(options: EarlierResultsOptions): Promise<Awaited<ReturnType<EarlierResults['find']>>> {
  const { runAttempt: attempt } = options;
  const own = await getRun(options, options.runId);
  if ('problem' in own) return { runs: [], notes: [unknownNote(own.problem)] };
  const siblings = await siblingsOf(options, own.run);
  const candidates = [...(attempt > 1 ? [own.run] : []), ...siblings.finished];
  const uploads = await findUploads(options, candidates.slice(0, MOST_ASKED));
  const notes = [...siblings.notes, ...uploads.notes, ...uncountedNote(candidates.slice(MOST_ASKED))];
  const [read, unread] = [uploads.list.slice(0, MOST_READ), uploads.list.slice(MOST_READ)];
  notes.push(...uncountedNote(unread.map(({ run }) => run)), ...withoutResults(uploads.without, own.run, attempt));

  const runs: EarlierRun[] = [];
  // One after the other: unpacking two archives at the same time would need twice the memory.
  for (const { run, artifact } of read) {
    const content = await readConfirmedArtifact(options.github, options.repository, artifact);
    const problem = 'problem' in content ? content.problem : whyForeignResults(content.results, run, options);
    if (problem !== null) notes.push(`${describeRun(run)} does not count here: ${problem}.`);
    else if ('results' in content && isSameContent(content.results.commit, options.tested)) {
      runs.push(content);
      if (run.id === own.run.id) notes.push(...lossWords(lostAttempts(content.results)));
    }
  }
  // The author of a pull request from elsewhere also controls what its runs upload.
  const last = own.run.head_repository?.id === options.repository.id ? siblings.last : null;
  return { runs, notes, last: () => (last === null ? Promise.resolve(null) : lastOf(options, last).catch(() => null)) };
}

/** The results of the branch's last run, if it ended by itself and they are its own. */
async function lastOf(options: EarlierResultsOptions, run: WorkflowRun): Promise<EarlierRun | null> {
  const { github, repository, artifactName } = options;
  if (run.status !== 'completed' || (run.conclusion !== 'success' && run.conclusion !== 'failure')) return null;
  const artifact = await findArtifact(github, repository, run, artifactName);
  if ('problem' in artifact) return null;
  const content = await readConfirmedArtifact(github, repository, artifact);
  if ('problem' in content || whyForeignResults(content.results, run, options) !== null) return null;
  return content.results.commit.head_sha === run.head_sha ? content : null;
}

async function siblingsOf(options: EarlierResultsOptions, own: WorkflowRun): Promise<Siblings> {
  if (options.side === 'baseline') return { finished: [], last: null, notes: [] };
  const listed = await listSiblings(options, own);
  return 'problem' in listed ? { finished: [], last: null, notes: [unknownNote(listed.problem)] } : listed;
}

interface Uploads {
  /** Newest upload first: it contains the others' trials if they were added up. */
  readonly list: readonly Upload[];
  /** Runs without an upload that could have one. */
  readonly without: readonly WorkflowRun[];
  readonly notes: readonly string[];
}

async function findUploads(
  { github, repository, artifactName }: EarlierResultsOptions,
  runs: readonly WorkflowRun[],
): Promise<Uploads> {
  const list: Upload[] = [];
  const without: WorkflowRun[] = [];
  const notes: string[] = [];
  for (const run of runs) {
    const artifact = await findArtifact(github, repository, run, artifactName);
    if (!('problem' in artifact)) list.push({ run, artifact });
    else if (artifact.kind !== 'absent') notes.push(`${describeRun(run)} does not count here: ${artifact.problem}.`);
    else if (!NEVER_RAN.has(run.conclusion)) without.push(run);
  }
  return { list: list.sort((a, b) => b.artifact.id - a.artifact.id), without, notes };
}

function uncountedNote(runs: readonly WorkflowRun[]): readonly string[] {
  if (runs.length === 0) return [];
  return [`Not counted: ${runWords(runs)}, because the results of at most ${MOST_READ} runs are read.`];
}

function withoutResults(runs: readonly WorkflowRun[], own: WorkflowRun, attempt: number): readonly string[] {
  const others = runs.filter(({ id }) => id !== own.id);
  const isOwn = others.length < runs.length;
  return [
    ...(isOwn ? lossWords(attemptsBefore(attempt)) : []),
    ...(others.length === 0 ? [] : [`${runWords(others)} ${LEFT_NO_RESULTS}`]),
  ];
}

function lossWords(attempts: string | null): readonly string[] {
  return attempts === null ? [] : [`${attempts} of this run ${LEFT_NO_RESULTS}`];
}

/** `Runs 17, 16 of abc1234`. */
function runWords(runs: readonly WorkflowRun[]): string {
  const ids = runs.map(({ id }) => String(id));
  const commits = [...new Set(runs.map(({ head_sha }) => shortSha(head_sha)))];
  return `${runs.length === 1 ? 'Run' : 'Runs'} ${listed(ids, MOST_NAMED)} of ${listed(commits, MOST_NAMED)}`;
}

function unknownNote(problem: string): string {
  return `Earlier results of the same content are not known: ${problem}.`;
}

/** Most runs of one content whose artifacts are listed. */
const MOST_ASKED = 100;

/** Most uploads that are read: five of other runs and one of this run's earlier attempts. */
const MOST_READ = 6;

const MOST_NAMED = 10;
