import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { workspacePlace } from '#commands/compose/checkout-place.ts';
import type { ActionInputs } from '#commands/options/inputs.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { knownLabels } from '#config/base-rules/pull-labels.ts';
import type { EvaluatedCommit } from '#gate/baseline/resume/same-content.ts';
import { githubApi } from '#github/api/api.ts';
import { takesArtifacts } from '#github/api/takes-artifacts.ts';
import { dispatchedPull, hasChoice, pullOfToday } from '#github/event/dispatched-pull.ts';
import { type GithubEvent, readEvent } from '#github/event/event.ts';
import { readEventPayload } from '#github/event/event-payload.ts';
import { type RunnerContext, type RunnerVariables, readRunContext } from '#github/event/run-context.ts';
import { startsWhenReady } from '#github/event/starts-when-ready.ts';
import { exists } from '#runner/workspace/files/exists.ts';
import { askGit } from '#runner/workspace/git/ask-git.ts';
import { repositoryFacts } from '#runner/workspace/git/repository-facts.ts';
import { readInputs } from './inputs.ts';

/** Everything known before anything runs. */
export interface GithubRun {
  readonly inputs: ActionInputs;
  readonly context: RunnerContext;
  readonly event: Exclude<GithubEvent, { kind: 'refused' }>;
  /** Folder of the config, absolute. */
  readonly cwd: string;
  /** Root of the repository's checkout, absolute. */
  readonly root: string;
  /** `cwd` relative to that root, links followed, with `/`; empty for the root. */
  readonly prefix: string;
  /** The same as the input writes it: it may be a link in this checkout and a folder elsewhere. */
  readonly named_folder: string;
  /** The evaluated commit, see `testedCommit`. */
  readonly tested_sha: string;
  /** Its git tree, all that it holds; `null`: another commit is checked out, or none. */
  readonly tested_content: string | null;
  /** Of a draft: whether the workflow in the checkout starts again when it becomes ready for review; `null`: it is none. */
  readonly awaits_ready: boolean | null;
  /** Somebody started this run by hand, and chose more than the pull request. */
  readonly chosen_by_hand: boolean;
  readonly output_folder: string;
  /** Notes on how these were read; sentences. */
  readonly notes: readonly string[];
}

/** The inputs of a job, and the event that it is about; all problems of both at once. */
export async function readJob(environment: RunnerVariables) {
  const payload = await readEventPayload(environment['GITHUB_EVENT_PATH']);
  const read = readInputs(environment);
  const runner = readRunContext(environment, payload);
  const problems = [...('problems' in read ? read.problems : []), ...('problems' in runner ? runner.problems : [])];
  return 'problems' in read || 'problems' in runner ? { problems } : { payload, ...read, ...runner };
}

/** Reads inputs, event and checkout; returns all problems at once. */
export async function readGithubRun(
  environment: RunnerVariables,
): Promise<{ readonly run: GithubRun } | { readonly problems: readonly string[] }> {
  const read = await readJob(environment);
  if (read.problems) return read;
  const { payload, context } = read;
  const event = await eventOf(context, payload, read.inputs);
  const inputs = inputsOfLabels(inputsOfShard(read.inputs), event);
  const unable = artifactProblems({ ...inputs, confirm: read.inputs.confirm }, context);
  if (unable.length > 0) return { problems: unable };
  if (event.kind === 'refused') return { problems: [`refused to run on ${event.name}: ${event.reason}`] };

  const cwd = resolve(context.workspace, inputs.workingDirectory);
  const [checkout, place, folder] = await Promise.all([
    repositoryFacts(context.workspace),
    workspacePlace({
      workspace: context.workspace,
      working_directory: inputs.workingDirectory,
      commits: [context.sha, ...(event.kind === 'pull_request' ? [event.headSha] : [])],
    }),
    outputFolder(environment, context, inputs),
  ]);
  const tested = testedCommit(event, checkout.sha);
  const here = checkout.sha === tested ? checkout : await repositoryFacts(place.root);
  return {
    run: {
      inputs,
      context,
      event,
      cwd,
      root: place.root,
      prefix: place.folder,
      named_folder: place.named_folder,
      tested_sha: tested,
      tested_content:
        here.sha === tested && here.root !== null ? await askGit(here.root, ['rev-parse', 'HEAD^{tree}']) : null,
      awaits_ready:
        event.kind === 'pull_request' && event.draft
          ? startsWhenReady(await readFile(join(place.root, context.workflowPath), 'utf8').catch(() => ''))
          : null,
      chosen_by_hand: context.eventName === 'workflow_dispatch' && hasChoice(payload, read.inputs.pullRequest),
      output_folder: folder.path,
      notes: folder.note === null || inputs.mode === 'report' ? [] : [folder.note],
    },
  };
}

/**
 * The event, or the pull request that somebody names by hand. A run that is run again has the payload of its first attempt:
 * then GitHub is asked what the pull request is like today.
 */
async function eventOf(context: RunnerContext, payload: unknown, inputs: ActionInputs): Promise<GithubEvent> {
  const { mode, pullRequest: number, githubToken: token } = inputs;
  const event = readEvent(context, payload, mode);
  const { eventName: name, apiUrl, graphqlUrl } = context;
  const github = githubApi({ token, apiUrl, graphqlUrl, clock: systemClock, signal: AbortSignal.timeout(ASKING_MS) });
  if (number === null && event.kind === 'pull_request' && context.runAttempt > 1)
    return pullOfToday(github, context, event, inputsOfShard(inputs).shard === null);
  if (number === null || event.kind === 'refused') return event;
  if (name !== 'workflow_dispatch' || mode === 'report')
    return {
      kind: 'refused',
      name,
      reason: 'the input pull-request is for the event workflow_dispatch; leave it empty here',
    };
  return dispatchedPull(github, context, number);
}

/** A label asks for every case. */
function inputsOfLabels(inputs: ActionInputs, event: GithubEvent): ActionInputs {
  const isFull = event.kind === 'pull_request' && event.labels.includes(knownLabels(inputs.label).full);
  return isFull ? { ...inputs, runAll: true } : inputs;
}

/** A GitHub that does not answer must not use up the job's time. */
const ASKING_MS = 120_000;

/** The commit that is evaluated, as results name it. */
export function testedContent({ tested_sha: sha, tested_content: content }: GithubRun): EvaluatedCommit {
  return { sha, ...(content === null ? {} : { content }) };
}

/**
 * `GITHUB_SHA`, or the pull request's own newest commit if the workflow checks out that one. Nothing else in the checkout
 * counts: this commit chooses the baseline, and the evaluated code must not choose it.
 */
function testedCommit(event: GithubRun['event'], checkedOut: string | null): string {
  return event.kind === 'pull_request' && checkedOut === event.headSha ? event.headSha : event.testedSha;
}

/** Why jobs can't be parts of one run here, a sentence; empty if they can. Checked before a shard has cost anything. */
export function artifactProblems(
  { mode, shard, confirm }: Pick<ActionInputs, 'mode' | 'shard' | 'confirm'>,
  { serverUrl }: Pick<RunnerContext, 'serverUrl'>,
): readonly string[] {
  if (takesArtifacts(serverUrl) || (mode !== 'merge' && shard === null)) return [];
  const input = confirm === 'job' ? 'confirm: "job"' : mode === 'merge' ? 'mode: "merge"' : 'shard:';
  const instead =
    confirm === 'job' ? 'use one job, with "confirm: auto"' : 'run all cases in one job, without the input shard';
  return [
    `${input} does not work on ${serverUrl}: a job hands its results to the job that merges them as an artifact, and GitHub Enterprise Server does not take artifacts from current clients; ${instead} and without a job that merges`,
  ];
}

/** The folder that this step writes to; `note` says so if it is not the usual one for its key. */
interface OutputFolder {
  readonly path: string;
  readonly note: string | null;
}

/**
 * `agent-eval-results[-KEY]` below RUNNER_TEMP, which the runner empties before each job. If it exists, an earlier step of this
 * job wrote it, and that step's outputs name it: then the first free one of `…-2`, `…-3` and so on. Not in the checkout: files
 * of the pull request must not decide where we write.
 */
export async function outputFolder(
  environment: RunnerVariables,
  { workspace }: Pick<RunnerContext, 'workspace'>,
  { key }: Pick<ActionInputs, 'key'>,
): Promise<OutputFolder> {
  const temp = environment['RUNNER_TEMP'] ?? null;
  const usual = join(temp ?? workspace, `agent-eval-results${key === '' ? '' : `-${key}`}`);
  // If no runner empties the folder, its age is unknown.
  if (temp === null || !(await exists(usual))) return { path: usual, note: null };
  let number = 2;
  while (await exists(`${usual}-${number}`)) number += 1;
  const path = `${usual}-${number}`;
  const note = `${usual} holds the results of an earlier step of this job; those of this step are written to ${path} (the output results-path names it). The input "key" gives each suite a folder, artifacts and a comment of its own.`;
  return { path, note };
}

/**
 * The inputs of a shard: it has its share of the budget, decides nothing and so is red only as an error, and leaves the comment
 * and the check run to the merge. All shards run at the same time, so max-duration is not divided.
 */
export function inputsOfShard(inputs: ActionInputs): ActionInputs {
  const shard = inputs.shard ?? (isLeftToMerge(inputs) ? WHOLE : null);
  if (shard === null) return inputs;
  return {
    ...inputs,
    shard,
    ...share(inputs, shard.of),
    confirm: shard === WHOLE ? 'job' : 'never',
    comment: 'never',
    checkRun: false,
    failOn: 'never',
  };
}

/** Another job runs main's commit and decides: this one is a shard with all cases. */
function isLeftToMerge({ mode, confirm }: ActionInputs): boolean {
  return mode === 'run' && confirm === 'job';
}

const WHOLE = { index: 1, of: 1 };

/** Counts are rounded down, so that all shares together do not exceed the whole; but a share of 0 would run nothing. */
function share({ maxCostUsd, maxTokens, maxTrials }: ActionInputs, of: number): Partial<ActionInputs> {
  const part = (count: number | null) => (count === null ? null : Math.max(1, Math.floor(count / of)));
  return {
    maxCostUsd: maxCostUsd === null ? null : maxCostUsd / of,
    maxTokens: part(maxTokens),
    maxTrials: part(maxTrials),
  };
}
