import { join } from 'node:path';
import { systemClock } from '#commands/terminal/clock.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { VERDICT_FILE } from '#gate/verdict/verdict-file.ts';
import { type CheckRunEnd, type OpenCheckRun, openCheckRun } from '#github/checks/check-run.ts';
import { type CheckWriter, isSameJob } from '#github/checks/check-writer.ts';
import { reportProblems } from '#github/log/report-problems.ts';
import { prose } from '#report/escape.ts';
import { EXIT, exitCode, whenOpen } from '#report/exit-code.ts';
import { annotations } from '#report/outputs/annotations.ts';
import { checkConclusion, checkRunTexts } from '#report/outputs/check-conclusion.ts';
import { runningCheck, runningComment } from '#report/outputs/running-words.ts';
import type { Report } from '#report/report.ts';
import { sha256OfFile } from '#runner/workspace/results/seal-folder.ts';
import type { GithubRun } from '../session/github-run.ts';
import type { GithubSession } from '../session/github-session.ts';
import { type LiveProgress, type LiveView, liveProgress } from './live-progress.ts';
import { tellNothingRun, tellSection } from './tell-nothing-run.ts';

/** The end of a mode. */
export interface ModeEnd {
  readonly code: number;
  readonly check: CheckRunEnd;
  /** Whether the policy leaves inconclusive runs to a person, who is asked only through the check run. */
  readonly asks_person: boolean;
}

/**
 * Runs a mode inside a check run if the input asks for one: in progress from the start, and completed however the work ends,
 * even if it throws or the run is cancelled. Returns the exit code.
 */
export async function showCheckRun(
  session: GithubSession,
  work: (session: LiveSession) => Promise<ModeEnd>,
): Promise<number> {
  const { check, problem } = session.run.inputs.checkRun ? await open(session) : NO_CHECK;
  const progress = liveProgress(session.progress, viewOf(session, check), systemClock);
  try {
    const end = problem === null ? await work({ ...session, progress }) : await endRefused(session, problem);
    await progress.settled();
    await close(session, check, end.check);
    if (check === null && end.asks_person) session.progress.warn(nobodyAsked(session.run, end));
    return end.code;
  } catch (error) {
    await progress.settled();
    const title = 'error: this action crashed; see its log';
    const crashed = { words: 'this action crashed', render: () => `### 💥 Agent eval crashed\n\n${title}.` };
    if (progress.isLong()) await tellNothingRun(session, crashed);
    await close(session, check, { conclusion: 'failure', title, summary: title, annotations: [] });
    throw error;
  }
}

/** A session whose progress is shown on the pull request. */
export interface LiveSession extends GithubSession {
  readonly progress: LiveProgress;
}

function viewOf(session: GithubSession, check: OpenCheckRun | null): LiveView {
  const { context } = session.run;
  const url = runUrl(context);
  return {
    async far(state, left) {
      await check?.tell(session.passing(), runningCheck(state, left));
    },
    async long(expected) {
      const { words, body } = runningComment(expected, url);
      await tellSection(
        { ...session, publishing: session.passing() },
        { verdict: 'running', words, brief: words },
        () => body,
      );
    },
  };
}

/** End with a verdict. */
export async function endOfVerdict(
  { run, stop }: GithubSession,
  report: Report,
  policy: Pick<Policy, 'on_inconclusive'>,
): Promise<ModeEnd> {
  const { failOn, shard } = run.inputs;
  const { title, summary, text } = checkRunTexts(report);
  const hash = await sha256OfFile(join(run.output_folder, VERDICT_FILE)).catch(() => null);
  const open = whenOpen(failOn, policy, report.reasons);
  return {
    code: stop.code() ?? exitCode(report.verdict, failOn, open),
    check: {
      conclusion: checkConclusion(report.verdict, failOn, open),
      title,
      summary: hash === null ? summary : `${summary}\n\n${VERDICT_FILE}, SHA-256 \`${hash}\`: unsigned here.`,
      text,
      annotations: annotations(report, MOST_MARKS),
    },
    asks_person: open === 'review' && shard === null,
  };
}

/** Says in log and comment why nothing was run, and ends so. */
export async function endRefused(session: GithubSession, problem: string): Promise<ModeEnd> {
  reportProblems([problem]);
  await tellNothingRun(session, {
    words: problem,
    render: () => `### 💥 Agent eval could not run\n\n${prose(problem, 2000)}`,
  });
  return endOfProblem(problem);
}

/** End without a verdict: nothing could be run. */
export function endOfProblem(problem: string): ModeEnd {
  return {
    code: EXIT.usage,
    check: { conclusion: 'failure', title: `error: ${problem}`, summary: prose(problem, 2000), annotations: [] },
    asks_person: false,
  };
}

/** The check run of a session. */
interface SessionCheck {
  readonly check: OpenCheckRun | null;
  /** Why nothing may run. */
  readonly problem: string | null;
}

const NO_CHECK: SessionCheck = { check: null, problem: null };

async function open({ api, run, progress }: GithubSession): Promise<SessionCheck> {
  const { inputs, context, event } = run;
  const { key } = inputs;
  const { owner, name: repo } = context.repository;
  const { workflowPath: workflow, job, runId, runAttempt } = context;
  const name = key === '' ? CHECK_NAME : `${CHECK_NAME} (${key})`;
  const writer = { workflow, job, key, runId, runAttempt };
  const opened = await openCheckRun(api, {
    owner,
    repo,
    headSha: headOf(run),
    name,
    writer,
    detailsUrl: runUrl(context),
    readOnlyToken: event.kind === 'pull_request' && (event.fork || event.dependabot),
  });
  if ('warning' in opened) {
    progress.warn(opened.warning);
    return NO_CHECK;
  }
  const { check, others } = opened;
  if ('problem' in others)
    progress.warn(`Whether another job writes the check run "${name}" too can't be read: ${others.problem}.`);
  const other = 'other' in others ? others.other : null;
  return { check, problem: other === null ? null : sharedCheck(name, writer, other) };
}

function sharedCheck(name: string, own: CheckWriter, other: CheckWriter): string {
  const named = ({ job, workflow }: CheckWriter) => `job "${job}" of ${workflow}`;
  const who = isSameJob(own, other) ? `several jobs or steps of ${named(own)}` : `${named(own)} and ${named(other)}`;
  return `two jobs write the check run "${name}" on this commit, so one would hide the other's verdict: ${who}. Give each a "key:" of its own in the step of this action, and push`;
}

function runUrl({ repository, serverUrl, runId }: GithubRun['context']): string {
  return `${serverUrl}/${repository.owner}/${repository.name}/actions/runs/${runId}`;
}

async function close(session: GithubSession, check: OpenCheckRun | null, end: CheckRunEnd): Promise<void> {
  if (check === null) return;
  const { signal } = session.stop;
  const warnings = signal.aborted ? [] : await check.complete(session.publishing, end);
  // Messages that a cancellation cut off are sent again, by a client that it does not stop.
  const last = signal.aborted ? await check.complete(session.lastWords(), CANCELLED) : warnings;
  for (const warning of last) session.progress.warn(warning);
}

/** A pull request shows the checks of its own newest commit, not those of GitHub's merge commit. */
function headOf({ event, tested_sha }: GithubRun): string {
  return event.kind === 'pull_request' ? event.headSha : tested_sha;
}

/** Without a check run the job is green, so the log must say that nobody was asked. */
function nobodyAsked({ inputs }: GithubRun, { code, check }: ModeEnd): string {
  const isUndecided = check.conclusion === 'action_required' && code === 0;
  const undecided = isUndecided ? 'This run is undecided, and the job is green.' : '';
  const why = inputs.checkRun
    ? 'the check run that asks for one could not be opened (see above)'
    : 'that needs a check run: set the input check-run to true (with "checks: write"), or use warn or fail';
  return `gate.on_inconclusive is "review", but nobody is asked for a review: ${why}. An undecided run counts as "warn". ${undecided}`.trim();
}

const CANCELLED: CheckRunEnd = {
  conclusion: 'cancelled',
  title: 'cancelled before there was a verdict',
  summary: 'The run was cancelled. Its partial results are in the log of the job.',
  annotations: [],
};

/** Unlike usual job names: rules that require a check can't distinguish two checks of one name. */
const CHECK_NAME = 'Agent eval verdict';
const MOST_MARKS = 500;
