import { createHash } from 'node:crypto';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { holdNursery } from '#process/heap-growth.ts';
import type { FoundArtifact } from './find-artifact.ts';

/** The zip of an artifact, in memory, or why it could not be read (a sentence part that names the artifact). */
export type ArtifactDownload = { readonly bytes: Uint8Array } | { readonly problem: string };

/**
 * Downloads an artifact into memory and compares its digest. Nothing is written to disk.
 *
 * @param maxBytes most bytes to download
 */
export async function downloadArtifact(
  github: GithubReader,
  repository: GithubRepository,
  artifact: FoundArtifact,
  maxBytes: number,
): Promise<ArtifactDownload> {
  const zip = await download(github, repository, artifact, maxBytes);
  if ('problem' in zip) return zip;
  holdNursery();
  const digest = `sha256:${createHash('sha256').update(zip.bytes).digest('hex')}`;
  if (artifact.digest === null || artifact.digest === digest) return zip;
  return { problem: `its artifact ${artifact.name} has digest ${digest}, GitHub says ${artifact.digest}` };
}

/** The signed address is valid for a minute and must not get the token: fetch it at once, without any. */
async function download(
  github: GithubReader,
  { owner, name: repo }: GithubRepository,
  { id, name }: FoundArtifact,
  maxBytes: number,
): Promise<ArtifactDownload> {
  const route = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}';
  const parameters = { owner, repo, artifact_id: id, archive_format: 'zip' };
  const answer = await github.request(route, parameters, { redirect: 'manual' });
  if (!answer.ok && answer.status === 410) return { problem: `its artifact ${name} has expired` };
  if (!answer.ok) return { problem: `its artifact ${name} could not be downloaded: ${answer.problem}` };
  if (answer.location === null) return { problem: `GitHub returned no download address for its artifact ${name}` };
  const downloaded = await github.download(answer.location, maxBytes);
  if (downloaded.ok) return { bytes: downloaded.bytes };
  return { problem: `its artifact ${name} could not be downloaded: ${downloaded.problem}` };
}
