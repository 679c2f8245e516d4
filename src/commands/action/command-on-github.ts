import type { ActionInputs } from '#commands/options/inputs.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import { type GithubApi, githubApi } from '#github/api/api.ts';
import { mayPush, readCommentEvent } from '#github/event/comment-event.ts';
import { ownPull } from '#github/event/dispatched-pull.ts';
import type { RunnerContext, RunnerVariables } from '#github/event/run-context.ts';
import { actionsLog } from '#github/log/actions-log.ts';
import { reportProblems } from '#github/log/report-problems.ts';
import { EXIT } from '#report/exit-code.ts';
import { type CommandProblem, commandAnswer, commandRefusal } from '#report/outputs/command-words.ts';
import { OPTIONS } from '../options/options.ts';
import { readJob } from './session/github-run.ts';

/** The words of a command that may have a value: inputs of the run that it starts. */
const WORDS = ['cases', 'trials', 'agents', 'run-all'] as const;

/** All words, as one writes them. */
export const SLASH_WORDS = '/eval, cases=refund-*, trials=10, agents=small,large, run-all';

/**
 * `mode: command`, for the event issue_comment: starts the workflow that evaluates, on the pull request's own branch, with the
 * words of the comment as its inputs. Runs no code of the pull request, and needs no key. Only a person who may push can start
 * it: GitHub is asked for that permission. Returns the exit code.
 */
export async function commandOnGithub(environment: RunnerVariables): Promise<number> {
  const read = await readJob(environment);
  if (read.problems) return usage(read.problems);
  const { payload, inputs, context } = read;
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

type Word = (typeof WORDS)[number];

/** Inputs of a run by name. */
interface StartInputs {
  readonly [name: string]: string;
}

/**
 * The command that is the first line of a comment: `/eval`, and words with values after it, which are inputs of the run. `null`:
 * the comment is none.
 */
export function readSlashCommand(
  body: string,
): { readonly inputs: StartInputs } | { readonly problems: readonly CommandProblem[] } | null {
  const [command, ...words] = (body.trim().split(/\r?\n/, 1)[0] ?? '').trim().split(/\s+/);
  if (command !== '/eval') return null;
  const inputs = new Map<Word, string>();
  const problems: CommandProblem[] = [];
  for (const argument of words) {
    const at = argument.indexOf('=');
    const name = at === -1 ? argument : argument.slice(0, at);
    const word = WORDS.find((known) => known === name);
    if (word === undefined) {
      problems.push({ kind: 'unknown', word: name, suggestion: nearestName(name, WORDS) });
      continue;
    }
    const value = at === -1 && word === 'run-all' ? 'true' : argument.slice(at === -1 ? argument.length : at + 1);
    const { kind } = OPTIONS[word];
    const read = value === '' ? { problems: ['has no value'] } : kind.read(value);
    if ('problems' in read)
      problems.push(...read.problems.map((problem) => ({ kind: 'value', word, problem }) as const));
    else if (inputs.has(word)) problems.push({ kind: 'twice', word });
    else inputs.set(word, value);
  }
  return problems.length > 0 ? { problems } : { inputs: Object.fromEntries(inputs) };
}
