import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvaluatedSuite } from '#commands/compose/workspace-request.ts';
import { HTML_FILE, writeHtml } from '#commands/compose/write-html.ts';
import { errorMessage } from '#common/error-message.ts';
import type { GithubApi } from '#github/api/api.ts';
import { takesArtifacts } from '#github/api/takes-artifacts.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import type { GithubRun } from '../session/github-run.ts';
import { uploadHtml } from './upload-html.ts';

/** What the HTML report is made from, besides the evaluation. */
export interface HtmlSources {
  readonly baselines: Pick<BaselineStore, 'stored'>;
  /** Lines of the run's own trajectories, and of what models were shown in them. */
  readonly here: () => AsyncIterable<string>;
}

/** A run with its HTML report. */
export interface WithHtml {
  /** With the address of the report, in the comment too. */
  readonly result: EvaluatedSuite;
  /** Path of the file; `null`: there is none. */
  readonly path: string | null;
  readonly warnings: readonly string[];
}

/**
 * Writes the HTML report and uploads it, unless the service has just refused the results. Where it can't be uploaded, it is in
 * the folder of the results. A shard leaves it to the merge.
 */
export async function publishHtml(
  run: GithubRun,
  result: EvaluatedSuite,
  { sources, api, uploads }: { readonly sources: HtmlSources; readonly api: GithubApi; readonly uploads: boolean },
): Promise<WithHtml> {
  const { evaluation, suite, redact, stored } = result;
  if (!run.inputs.htmlReport || run.inputs.shard !== null || stored.problem !== null)
    return { result, path: null, warnings: [] };
  const path = join(run.output_folder, HTML_FILE);
  const { baselines, here } = sources;
  const { problem } = await writeHtml(path, { evaluation, cases: suite.cases, redact, baselines, here: here() });
  if (problem !== null) return { result, path: null, warnings: [problem] };
  if (!uploads || !takesArtifacts(run.context.serverUrl)) return { result, path, warnings: [] };
  const { url, warnings } = await uploadHtml(run, api).catch((error: unknown) => ({
    url: null,
    warnings: [`The HTML report was not uploaded: ${errorMessage(error)}`],
  }));
  if (url === null) return { result, path, warnings };
  return { result: await withUrl(run, result, url), path, warnings };
}

async function withUrl(
  { output_folder: folder }: GithubRun,
  result: EvaluatedSuite,
  url: string,
): Promise<EvaluatedSuite> {
  const report = { ...result.evaluation.report, html_url: url };
  // The file is a copy of the posted comment; a copy without the link is good enough.
  await writeFile(join(folder, 'comment.md'), renderMarkdown(report, COMMENT_BYTES)).catch(() => {});
  return { ...result, evaluation: { ...result.evaluation, report } };
}
