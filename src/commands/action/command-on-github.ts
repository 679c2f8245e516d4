import type { ActionInputs } from '#commands/options/inputs.ts';
import { readSlashCommand, SLASH_WORDS } from '#commands/options/slash-command.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { type GithubApi, githubApi } from '#github/api/api.ts';
import { mayPush, readCommentEvent } from '#github/event/comment-event.ts';
import { ownPull } from '#github/event/dispatched-pull.ts';
import { readEventPayload } from '#github/event/event-payload.ts';
import { type RunnerContext, type RunnerVariables, readRunContext } from '#github/event/run-context.ts';
import { actionsLog } from '#github/log/actions-log.ts';
import { reportProblems } from '#github/log/report-problems.ts';
import { EXIT } from '#report/exit-code.ts';
import { commandAnswer, commandRefusal } from '#report/outputs/command-words.ts';
import { readInputs } from './session/inputs.ts';

/**
 * `mode: command`, for the event issue_comment: starts the workflow that evaluates, on the pull request's own branch, with the
 * words of the comment as its inputs. Runs no code of the pull request, and needs no key. Only a person who may push can start
 * it: GitHub is asked for that permission. Returns the exit code.
 */
export async function commandOnGithub(environment: RunnerVariables): Promise<number> {
  const payload = await readEventPayload(environment['GITHUB_EVENT_PATH']);
  const read = readInputs(environment);
  const runner = readRunContext(environment, payload);
  const problems = [...('problems' in read ? read.problems : []), ...('problems' in runner ? runner.problems : [])];
  if ('problems' in read || 'problems' in runner) return usage(problems);
  const { inputs } = read;
  const { context } = runner;
  if (context.eventName !== 'issue_comment')
    return usage([`"mode: command" needs "on: issue_comment", and this is ${context.eventName}`]);
  const log = actionsLog(systemClock);
  const comment = readCommentEvent(payload);
  const command = comment === null ? null : readSlashCommand(comment.body);
  if (comment === null || command === null) {
    log.note('The comment is not /eval on a pull request: nothing to do.');
    return EXIT.pass;
  }
  const { apiUrl, graphqlUrl } = context;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const api = githubApi({ token: inputs.githubToken, apiUrl, graphqlUrl, clock: systemClock, signal });
  if (!(await mayPush(api, context, comment.author))) {
    log.warn('The author of the comment may not push to this repository: nothing was started.');
    return EXIT.pass;
  }
  const place = { api, context, number: comment.number };
  if ('problems' in command) return refuse(place, commandAnswer(command.problems, SLASH_WORDS));
  const problem = await start(place, inputs, command.inputs);
  return problem === null ? EXIT.pass : refuse(place, commandRefusal(problem));
}

interface Place {
  readonly api: GithubApi;
  readonly context: RunnerContext;
  readonly number: number;
}

/** Starts the run; why it can't be, a sentence part. */
async function start(
  { api, context, number }: Place,
  { baselineWorkflow }: ActionInputs,
  words: { readonly [name: string]: string },
): Promise<string | null> {
  const pull = await ownPull(api, context, number);
  if ('refused' in pull) return pull.refused;
  const { owner, name: repo } = context.repository;
  const answer = await api.request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
    owner,
    repo,
    workflow_id: (baselineWorkflow ?? DEFAULT_WORKFLOW).split('/').at(-1) ?? '',
    ref: pull.head.ref,
    inputs: { 'pull-request': String(number), ...words },
  });
  return answer.ok ? null : `${answer.problem}; ${remedy(answer.status)}`;
}

function remedy(status: number | null): string {
  if (status === 403) return 'add "permissions: actions: write" to the job';
  if (status === 404) return 'write the file name of the workflow that evaluates into the input baseline-workflow';
  return 'does the workflow on that branch have "workflow_dispatch", and an input for each word?';
}

async function refuse({ api, context, number }: Place, body: string): Promise<number> {
  const { owner, name: repo } = context.repository;
  const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
  const answer = await api.request(route, { owner, repo, issue_number: number, body });
  return usage(answer.ok ? [body] : [body, `It could not be answered (${answer.problem}).`]);
}

function usage(problems: readonly string[]): number {
  reportProblems(problems);
  return EXIT.usage;
}

const PATIENCE_MS = 120_000;
const DEFAULT_WORKFLOW = 'agent-eval.yml';
