import { createHash } from 'node:crypto';
import { LARGEST_RESULTS_FILE } from '#domain/baseline/parse-results.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { type FoundArtifact, MAX_ARTIFACT_BYTES } from './find-artifact.ts';
import type { BaselineRepository, GithubReader } from './github-reader.ts';
import { parseResultsBytes, type ResultsRead } from './parse-results-bytes.ts';
import { readZipEntry } from './zip-reader.ts';

/**
 * Downloads an artifact into memory, compares its digest, takes `results.json` out of the zip and parses it. Nothing
 * is written to disk; size is capped packed and unpacked.
 */
export async function readResultsArtifact(
  github: GithubReader,
  repository: BaselineRepository,
  artifact: FoundArtifact,
): Promise<ResultsRead> {
  const zip = await openArtifact(github, repository, artifact);
  return 'problem' in zip ? zip : readEntry(zip.bytes, artifact, 'results.json');
}

/** The same, with what confirmed a failure; `null` where the artifact holds nothing of the kind that can be read. */
export async function readConfirmedArtifact(
  github: GithubReader,
  repository: BaselineRepository,
  artifact: FoundArtifact,
): Promise<
  { readonly results: ResultsFile; readonly confirmation: ResultsFile | null } | { readonly problem: string }
> {
  const zip = await openArtifact(github, repository, artifact);
  if ('problem' in zip) return zip;
  const read = readEntry(zip.bytes, artifact, 'results.json');
  if ('problem' in read) return read;
  const confirmation = readEntry(zip.bytes, artifact, 'confirmation.json');
  return { ...read, confirmation: 'results' in confirmation ? confirmation.results : null };
}

function readEntry(zip: Uint8Array, { name }: FoundArtifact, path: string): ResultsRead {
  const entry = readZipEntry(zip, path, LARGEST_RESULTS_FILE);
  if ('problem' in entry) return { problem: `its artifact ${name} ${entry.problem}` };
  const read = parseResultsBytes(entry.bytes);
  return 'problem' in read ? { problem: `${path} of its artifact ${name} ${read.problem}` } : read;
}

async function openArtifact(
  github: GithubReader,
  repository: BaselineRepository,
  artifact: FoundArtifact,
): Promise<{ readonly bytes: Uint8Array } | { readonly problem: string }> {
  const zip = await downloadArtifact(github, repository, artifact);
  if ('problem' in zip) return zip;
  const digest = `sha256:${createHash('sha256').update(zip.bytes).digest('hex')}`;
  if (artifact.digest === null || artifact.digest === digest) return zip;
  return { problem: `its artifact ${artifact.name} has digest ${digest}, GitHub says ${artifact.digest}` };
}

/** The signed address lives for a minute and must not see the token: it is fetched at once, and without any. */
async function downloadArtifact(
  github: GithubReader,
  repository: BaselineRepository,
  artifact: FoundArtifact,
): Promise<{ readonly bytes: Uint8Array } | { readonly problem: string }> {
  const { owner, name: repo } = repository;
  const route = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}';
  const parameters = { owner, repo, artifact_id: artifact.id, archive_format: 'zip' };
  const answer = await github.request(route, parameters, { redirect: 'manual' });
  if (!answer.ok && answer.status === 410) return { problem: `its artifact ${artifact.name} has expired` };
  if (!answer.ok) return { problem: `its artifact ${artifact.name} could not be downloaded: ${answer.problem}` };
  if (answer.location === null) return { problem: `GitHub gave no address for its artifact ${artifact.name}` };
  const download = await github.download(answer.location, MAX_ARTIFACT_BYTES);
  if (download.ok) return { bytes: download.bytes };
  return { problem: `its artifact ${artifact.name} could not be downloaded: ${download.problem}` };
}
