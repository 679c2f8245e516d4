import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HTML_FILE } from '#commands/compose/write-html.ts';
import type { GithubApi } from '#github/api/api.ts';
import { reportName } from '#github/artifacts/artifact-name.ts';
import { attemptBegan } from '#github/artifacts/attempt-began.ts';
import { uploadArtifact } from '#github/artifacts/upload.ts';
import type { GithubRun } from '../session/github-run.ts';

/** Where the uploaded report opens in a browser; `null`: it was not uploaded, and the warnings say why. */
export interface UploadedHtml {
  readonly url: string | null;
  readonly warnings: readonly string[];
}

/** Uploads the report as an artifact of its own that GitHub shows instead of downloading it: one HTML file, not zipped. */
export async function uploadHtml(
  { inputs, context, output_folder: folder }: GithubRun,
  api: GithubApi,
): Promise<UploadedHtml> {
  const { serverUrl, runId, runAttempt } = context;
  const { owner, name: repo } = context.repository;
  const name = reportName(inputs.key, { id: runId, attempt: runAttempt });
  // The name of the file is the name of the artifact.
  const copy = join(folder, name);
  try {
    await copyFile(join(folder, HTML_FILE), copy);
    const { id, warnings } = await uploadArtifact({
      name,
      folder,
      files: [name],
      plain: true,
      serverUrl,
      attemptBegan: () => attemptBegan(api, { owner, repo, runId }),
    });
    return {
      url: id === null ? null : `${serverUrl}/${owner}/${repo}/actions/runs/${runId}/artifacts/${id}`,
      warnings,
    };
  } finally {
    await rm(copy, { force: true });
  }
}
