import { join } from 'node:path';
import type { EvaluatedSuite } from '#commands/compose/workspace-request.ts';
import type { GithubApi } from '#github/api/api.ts';
import { postComment } from '#github/comment/comment.ts';
import { issueId, keepIssue } from '#github/issues/sticky-issue.ts';
import { annotate } from '#github/log/annotations.ts';
import { type Outputs, writeOutputs } from '#github/log/outputs.ts';
import type { RunnerFiles } from '#github/log/runner-files.ts';
import { appendSummary } from '#github/log/summary.ts';
import type { Progress } from '#ports/progress.ts';
import { headlineOf } from '#report/headline/headline.ts';
import { driftIssue } from '#report/history/drift-issue.ts';
import { endsIssue } from '#report/history/ends-issue.ts';
import { renderMarkdown, SUMMARY_BYTES } from '#report/markdown/render-markdown.ts';
import { annotations, verdictMark } from '#report/outputs/annotations.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import type { Report } from '#report/report.ts';
import { suiteFacts } from '#report/suites/suite-section.ts';
import type { StoredEvaluation } from '#runner/concluding/store-documents.ts';
import type { GithubRun } from '../session/github-run.ts';
import { patienceOf } from './last-words.ts';
import { ownComment } from './own-comment.ts';
import { type HtmlSources, publishHtml } from './publish-html.ts';
import { uploadResults } from './upload-results.ts';

interface Publishing {
  readonly api: GithubApi;
  readonly progress: Progress;
  readonly runner_files: RunnerFiles;
  /** What the HTML report is made from. */
  readonly html: HtmlSources;
  /** A client that works after a cancellation. */
  readonly lastWords: () => GithubApi;
  /** Aborted: what is paid for is kept and told, and nothing else waits for GitHub. */
  readonly signal: AbortSignal;
}

/**
 * Artifact → HTML report → summary → comment → annotations → outputs. A problem here is a warning; the verdict stays.
 *
 * @returns the report, with the address of its HTML form
 */
export async function publishToGithub(
  run: GithubRun,
  evaluated: EvaluatedSuite,
  { api, lastWords, progress, runner_files, html: sources, signal }: Publishing,
): Promise<Report> {
  const { evaluation, redact } = evaluated;
  progress.untrusted('Report', renderTerminal(evaluation.report, { colours: false, columns: null }));

  const patience = patienceOf(api, lastWords, signal);
  const { uploaded, warnings: notUploaded } = await patience.wait(
    (client) => uploadResults(run, evaluated, { api: client, isCancelled: signal.aborted }),
    { uploaded: false, warnings: [] },
  );
  const html = await patience.waitUnlessCancelled(
    (client) => publishHtml(run, evaluated, { sources, api: client, uploads: uploaded }),
    { result: evaluated, path: null, warnings: [] },
  );
  const { result } = html;
  const { report } = result.evaluation;
  const warnings = [...notUploaded, ...html.warnings];
  warnings.push(...(await appendSummary(runner_files, renderMarkdown(report, SUMMARY_BYTES))));
  const comment = await patience.wait((client) => postTo(run, result, { api: client, signal }), {
    url: null,
    warnings: [],
  });
  warnings.push(...comment.warnings);
  warnings.push(...(await patience.waitUnlessCancelled((client) => tellIssues(run, report, client), [])));
  if (signal.aborted) warnings.push(cancelledWords(uploaded));
  for (const warning of warnings) progress.warn(redact(warning));

  // A shard always leaves the verdict to the merge, so that deserves no annotation.
  const noted = run.inputs.shard !== null && evaluation.decision.verdict === 'inconclusive';
  annotate([...annotations(report), ...(noted ? [] : verdictMark(report))]);
  const outputs = outputsOf(result, { folder: run.output_folder, html: html.path, comment_url: comment.url });
  for (const warning of await writeOutputs(runner_files, outputs)) progress.warn(warning);
  return report;
}

function cancelledWords(isKept: boolean): string {
  const note = isKept
    ? 'its trials are stored, and the next run of the same content goes on from there'
    : 'it has stored no trials';
  return `The run was cancelled: ${note}.`;
}

async function postTo(
  run: GithubRun,
  { evaluation }: EvaluatedSuite,
  { api, signal }: Pick<Publishing, 'api' | 'signal'>,
): Promise<{ url: string | null; warnings: readonly string[] }> {
  const { inputs, event } = run;
  if (event.kind !== 'pull_request') return { url: null, warnings: [] };
  const { verdict } = evaluation.decision;
  return postComment(api, {
    ...ownComment(run, event, signal),
    mode: inputs.comment,
    facts: suiteFacts(evaluation.report),
    render: (limit) => renderMarkdown(evaluation.report, limit),
    changed: evaluation.report.cases.some((row) => row.group !== 'stable'),
    failed: verdict !== 'pass',
  });
}

/** The action's outputs; unknown ones are `null`. */
function outputsOf(
  { evaluation: { decision, report, baseline }, stored }: Pick<StoredEvaluation, 'evaluation' | 'stored'>,
  {
    folder,
    html,
    comment_url,
  }: { readonly folder: string; readonly html: string | null; readonly comment_url: string | null },
): Outputs {
  const row = (metric: string) => report.metrics.find((item) => item.metric === metric);
  const path = (name: string) => (stored.names.includes(name) ? join(folder, name) : null);
  const passRate = row('pass_rate');
  return {
    verdict: decision.verdict,
    passed: decision.verdict === 'pass',
    'pass-rate': passRate?.candidate ?? null,
    'baseline-pass-rate': passRate?.baseline ?? null,
    'pass-rate-drop': decision.decision.pass_rate.suite?.drop ?? null,
    'tool-recall': row('tool_recall')?.candidate ?? null,
    'total-tokens': row('total_tokens')?.candidate ?? null,
    'cost-usd': report.run.cost_usd,
    trials: report.run.scored_trials + report.run.error_trials,
    'inconclusive-reason': decision.verdict === 'inconclusive' ? headlineOf(report).brief : null,
    'results-path': path('results.json'),
    'report-path': html ?? path('comment.md'),
    'report-url': report.html_url,
    'comment-url': comment_url,
    'baseline-sha': baseline.kind === 'found' ? baseline.runs[0].sha : null,
  };
}

/** Keeps the issues about main's scheduled runs: about drift, and about models that end. Returns warnings. */
async function tellIssues(
  { inputs, context, event }: GithubRun,
  report: Report,
  api: GithubApi,
): Promise<readonly string[]> {
  const isNight = event.kind === 'baseline_producer' && context.eventName === 'schedule';
  if (!inputs.driftIssue || !isNight || inputs.shard !== null) return [];
  const { owner, name: repo } = context.repository;
  const suite = { place: { owner, repo }, id: issueId(context.workflowPath, inputs.key) };
  const [drift, ends] = [driftIssue(report), endsIssue(report)];
  return [
    ...(drift === null ? [] : await keepIssue(api, { ...suite, about: 'drift', ...drift })),
    ...(ends === null ? [] : await keepIssue(api, { ...suite, about: 'ends', ...ends })),
  ];
}
