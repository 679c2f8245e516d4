import { posix } from 'node:path';
import { systemClock } from '#commands/terminal/clock.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { shortSha } from '#common/words.ts';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { artifactName, reportName } from '#github/artifacts/artifact-name.ts';
import { artifactUrl } from '#github/artifacts/artifact-url.ts';
import { readRunResults } from '#github/artifacts/run-results.ts';
import { postComment } from '#github/comment/comment.ts';
import { commentId, workflowId } from '#github/comment/comment-marker.ts';
import type { StickyComment } from '#github/comment/sticky-comment.ts';
import { commitFiles } from '#github/commits/commit-files.ts';
import type { PullRequestEvent } from '#github/event/event.ts';
import { writeOutputs } from '#github/log/outputs.ts';
import { appendSummary } from '#github/log/summary.ts';
import { branchTip } from '#github/runs/branch-tip.ts';
import { findPullOfRun } from '#github/runs/pull-of-run.ts';
import type { Target } from '#github/runs/resolve-target.ts';
import { readTriggeringRun, type TriggeringRun } from '#github/runs/triggering-run.ts';
import type { CommitFiles } from '#ports/ports.ts';
import { inlineCode, prose } from '#report/escape.ts';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import { redactReport } from '#report/redaction/redact-data.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import type { Report } from '#report/report.ts';
import { suiteFacts } from '#report/suites/suite-section.ts';
import { forkChange } from '#runner/base-side/fork-change.ts';
import { decideFork } from '#runner/decide-fork.ts';
import type { ForkResults } from '#runner/fork-results.ts';
import { githubBaseline } from './github-baseline.ts';
import { githubSelection, programOf } from './github-facts.ts';
import { githubTarget } from './github-target.ts';
import type { GithubRun } from './session/github-run.ts';
import type { GithubSession } from './session/github-session.ts';

/** A run of a pull request that could not comment itself. */
interface Reported {
  readonly of: TriggeringRun;
  readonly pull: PullRequestEvent;
  readonly run_url: string;
  /**
   * Newest commit of the base branch, whose policy judges. Only the run itself says on which commit it was made, and the base
   * that GitHub stores with a pull request may be old: a fork could have waited for an older policy.
   */
  readonly base: { readonly sha: string } | { readonly problem: string };
}

/**
 * `mode: report`: comments on a pull request with the results that a run without write access uploaded. That run executed code
 * of the pull request, so its results may contain anything: they are read as data, judged by our own gate under the base
 * branch's policy, and rendered again; the pull request is found through GitHub. Decides nothing: the exit code is 0.
 */
export async function reportOnGithub(session: GithubSession): Promise<number> {
  const { run, api, progress } = session;
  const { inputs, context, event } = run;
  if (event.kind !== 'workflow_run') throw new Error('mode report is for workflow_run only');
  if (inputs.checkRun)
    progress.warn('check-run only works in runs that evaluate: a report decides nothing, so it opens no check run.');
  const { repository } = context;
  const triggering = await readTriggeringRun(api, repository, event.triggeringRunId);
  if ('problem' in triggering)
    return endWith(session, `Run ${event.triggeringRunId} could not be read: ${triggering.problem}.`);
  const { run: of } = triggering;
  const silent = whySilent(of);
  if (silent !== null) return endWith(session, `Nothing to report: ${silent}.`, 'note');

  const key = inputs.key === '' ? null : inputs.key;
  const artifact = artifactName('results', inputs.key);
  const read = await readRunResults({ github: api, repository, runId: of.id, artifactName: artifact, key });
  const hint = 'results' in read ? read.results.commit.pull_request : null;
  const match = await findPullOfRun(api, repository, of, hint);
  if ('none' in match) return endWith(session, `Nothing to report on run ${of.id}: ${match.none}.`);
  const run_url = `${context.serverUrl}/${repository.owner}/${repository.name}/actions/runs/${of.id}`;
  const base = await branchTip(api, repository, match.pull.baseRef);
  const reported = { of, pull: match.pull, run_url, base };
  if ('problem' in read) return tellNoResults(session, reported, read.problem);
  const html_url = inputs.htmlReport
    ? await artifactUrl(session.api, repository, { of, run_url, name: reportName(inputs.key, of) })
    : null;
  const report = { ...(await judge(session, reported, read.results)), html_url };
  const render = (limit: number) => `${notVerified(reported)}\n\n${renderMarkdown(report, limit - NOTICE_BYTES)}`;
  const changed = report.cases.some((row) => row.group !== 'stable');
  return publish(session, reported, { facts: suiteFacts(report), render, changed, failed: report.verdict !== 'pass' });
}

/** Other runs comment themselves, or have no pull request. */
function whySilent({ id, event, fork, dependabot }: TriggeringRun): string | null {
  if (event !== 'pull_request') return `run ${id} was for ${event}, not for a pull request`;
  return fork || dependabot
    ? null
    : `run ${id} was for a pull request of this repository, where the run itself comments`;
}

async function judge(
  session: GithubSession,
  { of, pull, run_url, base }: Reported,
  results: ResultsFile,
): Promise<Report> {
  const { run, api } = session;
  const { inputs, context, prefix } = run;
  const { repository } = context;
  const asPull = {
    ...run,
    event: pull,
    tested_sha: pull.testedSha,
    context: { ...context, workflowPath: of.workflowPath },
  };
  const target = githubTarget(asPull, api);
  const files = 'sha' in base ? commitFiles({ github: api, repository, sha: base.sha }) : base;
  const [lookup, policy] = await Promise.all([
    githubBaseline(asPull, api, target).find(),
    forkPolicy(files, prefix, inputs.config),
  ]);
  const change =
    'problem' in files ? null : await changeOf(session, of, { pull: asPull, target: await target(), results });
  const report = await decideFork({
    results,
    baseline: lookup,
    policy,
    change,
    policy_sha: 'sha' in base ? base.sha : null,
    fallback: defaultPolicy(),
    config_path: posix.join(prefix, inputs.config),
    name: inputs.key === '' ? null : inputs.key,
    repository_url: `${context.serverUrl}/${repository.owner}/${repository.name}`,
    run_url,
    program: programOf(run),
    ...(repository.defaultBranch !== null && { main: repository.defaultBranch }),
    remark: `unverified results of ${whose(of)}`,
  });
  return redactReport(report, secretRedactor([inputs.githubToken]));
}

/**
 * What the fork's commit does to main's gate and cases: its files are read as data, by API, and none is executed. Both sides
 * are parents of one merge, or the head and its merge base with main: what main has done since is not part of the change.
 */
async function changeOf(
  { run, api }: GithubSession,
  of: TriggeringRun,
  known: {
    readonly pull: GithubRun;
    readonly target: Target;
    readonly results: ResultsFile;
  },
): ReturnType<typeof forkChange> {
  const { inputs, context, prefix } = run;
  const { repository } = context;
  const { target } = known;
  if ('problem' in target) return { problem: target.problem };
  const filesOf = (sha: string) => commitFiles({ github: api, repository, sha });
  const files = filesOf(target.merged ? known.pull.tested_sha : of.headSha);
  const path = of.workflowPath;
  const workflow = await files.read(path);
  const { event } = known.pull;
  const onto = event.kind === 'pull_request' ? event.baseRef : null;
  return forkChange(
    { files, config_path: inputs.config, selection: githubSelection(run), results: known.results },
    {
      files: filesOf(target.sha),
      change: files,
      at: filesOf,
      folder: prefix,
      places: [{ path: posix.join(prefix, inputs.config), folder: prefix }],
      side_branch: onto === repository.defaultBranch ? null : onto,
      workflow: { path, here: 'text' in workflow ? workflow.text : null },
    },
  );
}

/**
 * An existing comment must not keep showing the results of an older commit; none is created just to say that there are no
 * results.
 */
async function tellNoResults(session: GithubSession, reported: Reported, problem: string): Promise<number> {
  session.progress.warn(`Run ${reported.of.id} has no results to report: ${problem}.`);
  const words = `### ❔ Agent eval: no results\n\nThe run of ${shortSha(reported.of.headSha)} has none that can be shown: ${prose(problem)}.`;
  const facts = {
    name: session.run.inputs.key === '' ? session.run.inputs.config : session.run.inputs.key,
    verdict: 'inconclusive',
    words: NO_RESULTS,
    brief: NO_RESULTS,
    sentence: '',
  } as const;
  return publish(session, reported, { facts, render: () => words, changed: false, failed: false }, 'failures');
}

const NO_RESULTS = 'no results that can be shown';

async function publish(
  { run, publishing, progress, runner_files, stop }: GithubSession,
  { of, pull }: Reported,
  comment: Pick<StickyComment, 'facts' | 'render' | 'changed' | 'failed'>,
  mode = run.inputs.comment,
): Promise<number> {
  const { inputs, context } = run;
  const warnings = [...(await appendSummary(runner_files, comment.render(COMMENT_BYTES)))];
  const posted = await postComment(publishing, {
    ...comment,
    place: { owner: context.repository.owner, repo: context.repository.name, number: pull.number },
    marker: {
      id: workflowId(context.workflowPath),
      // The report is as old as the run that it describes.
      runId: of.id,
      runAttempt: of.attempt,
      headSha: pull.headSha,
    },
    mode: inputs.comment === 'never' ? 'never' : mode,
    suiteId: commentId(context.workflowPath, context.job, inputs.key),
    readOnlyToken: false,
    sameRun: 'ours',
    pause: (ms) => systemClock.sleep(ms, stop.signal),
  });
  // Nothing from a fork becomes an output, because workflows act on outputs.
  const unset = await writeOutputs(runner_files, { 'comment-url': posted.url });
  for (const warning of [...warnings, ...posted.warnings, ...unset]) progress.warn(warning);
  return stop.code() ?? 0;
}

async function endWith(session: GithubSession, words: string, how: 'note' | 'warn' = 'warn'): Promise<number> {
  const { progress, runner_files, stop } = session;
  progress[how](words);
  const unwritten = await appendSummary(runner_files, `### Agent eval: no report\n\n${prose(words)}`);
  for (const warning of [...unwritten, ...(await writeOutputs(runner_files, {}))]) progress.warn(warning);
  return stop.code() ?? 0;
}

function notVerified({ of, pull, base }: Reported): string {
  const at = 'sha' in base ? ` at ${shortSha(base.sha)}` : '';
  return [
    `> **Not verified: results of a run of ${whose(of)}.** That run executed the code and the workflow file of this pull request, which can write any results.`,
    `> They are shown as data and judged by the gate of ${inlineCode(pull.baseRef, 100)}${at}; nothing here decides on a merge.`,
  ].join('\n');
}

function whose({ fork }: TriggeringRun): string {
  return fork ? 'a fork' : 'Dependabot';
}

/** Bytes reserved for the notice. */
const NOTICE_BYTES = 2000;

/**
 * The gate that judges results of a fork: that of the newest commit of the target branch. Without a known commit, or with an
 * unreadable config, there is no gate.
 */
async function forkPolicy(
  files: CommitFiles | { readonly problem: string },
  prefix: string,
  config: string,
): Promise<ForkResults['policy']> {
  const path = posix.join(prefix, config);
  if ('problem' in files) return { problem: `the gate of the base branch is not known: ${files.problem}` };
  const place = `${path} at ${shortSha(files.sha)}`;
  const source = await files.read(path);
  if ('absent' in source) {
    const note = `${place} does not exist, so the default gate was used; if the config is elsewhere, correct the inputs config and working-directory`;
    return { policy: defaultPolicy(), notes: [note] };
  }
  if ('problem' in source) return { problem: `the gate of the base branch is not known: ${place} ${source.problem}` };
  const parsed = parseConfig(source.text, path);
  if ('config' in parsed) return { policy: parsed.config.gate, notes: [] };
  const [first] = parsed.issues.map(formatIssue);
  return { problem: `the gate of the base branch can't be used: ${first ?? place}` };
}
