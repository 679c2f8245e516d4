import { resolve } from 'node:path';
import { takesArtifacts } from '#adapters/github/api/takes-artifacts.ts';
import { type GithubEvent, readEvent } from '#adapters/github/event/event.ts';
import { readEventPayload } from '#adapters/github/event/event-payload.ts';
import { type Environment, type RunContext, readRunContext } from '#adapters/github/event/run-context.ts';
import { repositoryFacts } from '#adapters/workspace/git/repository-facts.ts';
import { workspacePlace } from '#entry/compose/checkout-place.ts';
import type { ActionInputs } from '#entry/options/options.ts';
import { readInputs } from './inputs.ts';
import { outputFolder } from './output-folder.ts';
import { inputsOfShard } from './shard-inputs.ts';

/** Everything known before anything is run. */
export interface GithubRun {
  readonly inputs: ActionInputs;
  readonly context: RunContext;
  readonly event: Exclude<GithubEvent, { kind: 'refused' }>;
  /** Folder that the config lies in, absolute. */
  readonly cwd: string;
  /** Root of the repository's checkout, absolute. */
  readonly root: string;
  /** `cwd` from that root, links followed, with `/`; empty for the root. */
  readonly prefix: string;
  /** The same as the input names it: a link of this checkout may be a folder elsewhere. */
  readonly written_prefix: string;
  /** Commit that is evaluated, see `testedCommit`. */
  readonly tested_sha: string;
  readonly output_folder: string;
  /** What people are to know of how these were read; sentences. */
  readonly notes: readonly string[];
}

/** Reads inputs, event and checkout; every problem at once. */
export async function readGithubRun(
  environment: Environment,
): Promise<{ readonly run: GithubRun } | { readonly problems: readonly string[] }> {
  const payload = await readEventPayload(environment['GITHUB_EVENT_PATH']);
  const read = readInputs(environment);
  const runner = readRunContext(environment, payload);
  const problems = [...('problems' in read ? read.problems : []), ...('problems' in runner ? runner.problems : [])];
  if ('problems' in read || 'problems' in runner) return { problems };
  const inputs = inputsOfShard(read.inputs);
  const { context } = runner;
  const event = readEvent(context, payload, inputs.mode);
  const unable = artifactProblems(inputs, context);
  if (unable.length > 0) return { problems: unable };
  if (event.kind === 'refused') return { problems: [`refused to run on ${event.name}: ${event.reason}`] };

  const cwd = resolve(context.workspace, inputs.workingDirectory);
  const checkout = await repositoryFacts(context.workspace);
  const place = await workspacePlace({
    workspace: context.workspace,
    working_directory: inputs.workingDirectory,
    commits: [context.sha, ...(event.kind === 'pull_request' ? [event.headSha] : [])],
  });
  const folder = await outputFolder(environment, context, inputs);
  return {
    run: {
      inputs,
      context,
      event,
      cwd,
      root: place.root,
      prefix: place.folder,
      written_prefix: place.written,
      tested_sha: testedCommit(event, checkout.sha),
      output_folder: folder.path,
      notes: folder.note === null || inputs.mode === 'report' ? [] : [folder.note],
    },
  };
}

/**
 * `GITHUB_SHA`, or the pull request's own newest commit where the workflow checks out that one. No other word of the
 * checkout is taken for it: the baseline is chosen by this commit, and what is evaluated must not choose it.
 */
function testedCommit(event: GithubRun['event'], checkedOut: string | null): string {
  return event.kind === 'pull_request' && checkedOut === event.headSha ? event.headSha : event.testedSha;
}

/** Why jobs can't be parts of one run here, a sentence; none where they can. Found out before a shard has cost anything. */
export function artifactProblems(
  { mode, shard }: Pick<ActionInputs, 'mode' | 'shard'>,
  { serverUrl }: Pick<RunContext, 'serverUrl'>,
): readonly string[] {
  if (takesArtifacts(serverUrl) || (mode !== 'merge' && shard === null)) return [];
  const input = mode === 'merge' ? 'mode: "merge"' : 'shard:';
  return [
    `${input} does not work on ${serverUrl}: shards hand their results to the job that merges them as artifacts, and GitHub Enterprise Server does not take those from current clients; run all cases in one job, without the input shard and without a job that merges`,
  ];
}
