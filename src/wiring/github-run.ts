import { join, posix, relative, resolve, sep } from 'node:path';
import { repositoryFacts } from '#adapters/files/repository-facts.ts';
import { type GithubEvent, readEvent } from '#adapters/github/event.ts';
import { readEventPayload } from '#adapters/github/event-payload.ts';
import { type ActionInputs, readInputs } from '#adapters/github/inputs.ts';
import { type Environment, type RunContext, readRunContext } from '#adapters/github/run-context.ts';
import { inputsOfShard } from '#adapters/github/shard-inputs.ts';

/** Everything known before anything is run. */
export interface GithubRun {
  readonly inputs: ActionInputs;
  readonly context: RunContext;
  readonly event: Exclude<GithubEvent, { kind: 'refused' }>;
  /** Folder that the config lies in, absolute. */
  readonly cwd: string;
  /** `cwd` from the root of the repository, with `/`; empty for the root. */
  readonly prefix: string;
  /** Commit that is evaluated, see `testedCommit`. */
  readonly tested_sha: string;
  readonly output_folder: string;
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
  if (event.kind === 'refused') return { problems: [`refused to run on ${event.name}: ${event.reason}`] };

  const cwd = resolve(context.workspace, inputs.workingDirectory);
  const checkout = await repositoryFacts(context.workspace);
  return {
    run: {
      inputs,
      context,
      event,
      cwd,
      prefix: posix.normalize(relative(context.workspace, cwd).split(sep).join('/')).replace(/^\.$/, ''),
      tested_sha: testedCommit(event, checkout.sha),
      // Not in the checkout: what the pull request put there must not decide where we write.
      output_folder: join(
        environment['RUNNER_TEMP'] ?? context.workspace,
        `agent-eval-results${inputs.key === '' ? '' : `-${inputs.key}`}`,
      ),
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
