import { join } from 'node:path';
import { type ComparisonResult, compareWorkspace } from '#commands/compose/comparing/compare-workspace.ts';
import { HTML_FILE } from '#commands/compose/write-html.ts';
import { standingVerdict } from '#gate/baseline/resume/past-verdicts.ts';
import { finding } from '#gate/decision/terms/finding.ts';
import { takesArtifacts } from '#github/api/takes-artifacts.ts';
import { postComment } from '#github/comment/comment.ts';
import { commentId } from '#github/comment/comment-marker.ts';
import { annotateIssues } from '#github/log/annotate-issues.ts';
import { writeOutputs } from '#github/log/outputs.ts';
import { reportProblems } from '#github/log/report-problems.ts';
import { appendSummary } from '#github/log/summary.ts';
import { EXIT, exitCode, whenOpen } from '#report/exit-code.ts';
import { SUMMARY_BYTES } from '#report/markdown/render-markdown.ts';
import { isWhole } from '#report/model-comparison/model-comparison.ts';
import { renderComparisonMarkdown } from '#report/model-comparison/render-markdown.ts';
import { renderComparisonTerminal } from '#report/model-comparison/render-terminal.ts';
import { standing } from '#report/reasons/circumstance-words.ts';
import { emptyBaseline } from '#runner/no-baseline.ts';
import { githubEarlierResults } from './earlier-results.ts';
import { githubRequest } from './github-request.ts';
import { githubTarget } from './github-target.ts';
import { pastOfContent } from './past-of-content.ts';
import { patienceOf } from './publish/last-words.ts';
import { ownComment } from './publish/own-comment.ts';
import { uploadHtml } from './publish/upload-html.ts';
import type { GithubSession } from './session/github-session.ts';

/** The input `agents`: runs the suite with each of them, and shows how they compare. It decides nothing. Returns the exit code. */
export async function compareOnGithub(session: GithubSession): Promise<number> {
  const { progress, stop } = session;
  const baselines = emptyBaseline('agents are compared with each other');
  const request = githubRequest(session, { baselines, earlier: null, policy_source: null });
  const result = await compareWorkspace(request, session.run.inputs.agents);
  switch (result.kind) {
    case 'invalid':
      annotateIssues(result.issues, session.run.prefix);
      return EXIT.usage;
    case 'refused':
      if (result.is_skipped) progress.warn(`The agents were not compared: ${result.problem}`);
      else reportProblems([result.problem]);
      return result.is_skipped ? standingCode(session) : EXIT.usage;
    case 'compared':
      await publish(session, result);
      if (!isWhole(result.comparison) || result.stored_problem !== null) return stop.code() ?? EXIT.error;
      return stop.code() ?? standingCode(session);
  }
}

/** A comparison must not turn the check of a content that has failed green, nor one that somebody chose the check of any. */
async function standingCode(session: GithubSession): Promise<number> {
  const { run, api, progress } = session;
  if (run.event.kind === 'baseline_producer') return EXIT.pass;
  const past = await pastOfContent(session, githubEarlierResults(run, api), githubTarget(run, api));
  const before = standingVerdict(past);
  if (before === null && !run.chosen_by_hand) return EXIT.pass;
  const { inputs } = run;
  const outcome = before?.verdict ?? 'inconclusive';
  const reason = finding({ outcome, gate: 'suite', code: 'standing' }, { part: true, before });
  const code = exitCode(outcome, inputs.failOn, whenOpen(inputs.failOn, past, [reason]));
  const { headline } = standing(reason);
  progress[code === EXIT.pass ? 'note' : 'warn'](`A comparison decides nothing: ${headline}.`);
  return code;
}

type Compared = Extract<ComparisonResult, { kind: 'compared' }>;

/** HTML page → summary → a comment of its own, which no verdict shares → outputs. A problem here is a warning. */
async function publish(session: GithubSession, { comparison, stored_problem: problem }: Compared): Promise<void> {
  const { run, progress, publishing, lastWords, stop, runner_files } = session;
  const { inputs, context, output_folder: folder } = run;
  progress.untrusted('Comparison', renderComparisonTerminal(comparison, { colours: false }));
  const patience = patienceOf(publishing, lastWords, stop.signal);
  const key = inputs.key === '' ? 'agents' : `${inputs.key}-agents`;
  const uploads = inputs.htmlReport && problem === null && takesArtifacts(context.serverUrl);
  const html = await patience.waitUnlessCancelled(
    async (api) => (uploads ? uploadHtml({ ...run, inputs: { ...inputs, key } }, api) : { url: null, warnings: [] }),
    { url: null, warnings: [] },
  );
  const render = (limit: number) => renderComparisonMarkdown(comparison, { limit, html_url: html.url });
  const summary = await appendSummary(runner_files, render(SUMMARY_BYTES));
  const comment = await patience.wait((api) => post(session, api, { key, render, failed: !isWhole(comparison) }), {
    url: null,
    warnings: [],
  });
  const outputs = {
    'report-path': problem === null ? join(folder, HTML_FILE) : null,
    'report-url': html.url,
    'comment-url': comment.url,
    trials: comparison.agents.reduce((sum, { scored }) => sum + scored, 0),
  };
  const outputWarnings = await writeOutputs(runner_files, outputs);
  for (const warning of [
    ...(problem === null ? [] : [problem]),
    ...html.warnings,
    ...summary,
    ...comment.warnings,
    ...outputWarnings,
  ])
    progress.warn(warning);
}

async function post(
  { run, stop }: GithubSession,
  api: GithubSession['publishing'],
  what: { readonly key: string; readonly render: (limit: number) => string; readonly failed: boolean },
): ReturnType<typeof postComment> {
  const { inputs, context, event } = run;
  if (event.kind !== 'pull_request') return { url: null, warnings: [] };
  const id = commentId(context.workflowPath, context.job, `${what.key}/`);
  const own = ownComment(run, event, stop.signal);
  return postComment(api, {
    ...own,
    marker: { ...own.marker, id },
    mode: inputs.comment,
    suiteId: id,
    facts: { name: what.key, verdict: 'inconclusive', words: 'Agents compared', brief: '', sentence: '' },
    render: what.render,
    changed: true,
    failed: what.failed,
  });
}
