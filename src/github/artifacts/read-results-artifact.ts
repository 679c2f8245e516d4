import { crc32, inflateRawSync } from 'node:zlib';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { LARGEST_RESULTS_FILE } from '#gate/baseline/results/parse-results.ts';
import { parseResultsBytes, type ResultsRead } from '#gate/baseline/results/parse-results-bytes.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { HISTORY_FILE, LARGEST_HISTORY } from '#gate/history/parse-history.ts';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { downloadArtifact } from './download-artifact.ts';
import { type FoundArtifact, MAX_ARTIFACT_BYTES } from './find-artifact.ts';
import { type LocatedEntry, locateEntry, ZIP_METHODS, zipNames } from './zip/zip-entry.ts';

/**
 * Downloads an artifact into memory, compares its digest, unpacks `results.json` and parses it. Nothing is written to disk;
 * packed and unpacked size are limited.
 */
export async function readResultsArtifact(
  github: GithubReader,
  repository: GithubRepository,
  artifact: FoundArtifact,
): Promise<ResultsRead> {
  const zip = await downloadArtifact(github, repository, artifact, MAX_ARTIFACT_BYTES);
  return 'problem' in zip ? zip : readEntry(zip.bytes, artifact, 'results.json');
}

/** The same, with the history of main next to them, unread; absent if the artifact has none. */
export async function readMainArtifact(
  github: GithubReader,
  repository: GithubRepository,
  artifact: FoundArtifact,
): Promise<Pick<StoredRun, 'results' | 'history'> | { readonly problem: string }> {
  const zip = await downloadArtifact(github, repository, artifact, MAX_ARTIFACT_BYTES);
  if ('problem' in zip) return zip;
  const read = readEntry(zip.bytes, artifact, 'results.json');
  if ('problem' in read || !zipNames(zip.bytes).includes(HISTORY_FILE)) return read;
  const entry = readZipEntry(zip.bytes, HISTORY_FILE, LARGEST_HISTORY);
  return { ...read, history: 'problem' in entry ? entry : { text: new TextDecoder().decode(entry.bytes) } };
}

/** The same, with the trials that confirmed a failure; `null` if the artifact has none that can be read. */
export async function readConfirmedArtifact(
  github: GithubReader,
  repository: GithubRepository,
  artifact: FoundArtifact,
): Promise<
  { readonly results: ResultsFile; readonly confirmation: ResultsFile | null } | { readonly problem: string }
> {
  const zip = await downloadArtifact(github, repository, artifact, MAX_ARTIFACT_BYTES);
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

/** The bytes of one entry, or why they can't be read (a sentence part, after "the artifact"). */
type ZipRead = { readonly bytes: Uint8Array } | { readonly problem: string };

/**
 * Reads one entry of a zip archive in memory; nothing is written anywhere. A hostile archive gives a problem, see {@link
 * locateEntry}; the inflated entry must also be no larger than `maxBytes`, and its size and CRC must match.
 */
export function readZipEntry(archive: Uint8Array, name: string, maxBytes: number): ZipRead {
  const located = locateEntry(archive, name, maxBytes);
  if ('problem' in located) return located;
  const { entry } = located;
  const inflated = inflate(located, maxBytes);
  if ('problem' in inflated) return inflated;
  const { byteLength } = inflated.bytes;
  if (byteLength !== entry.size)
    return { problem: `is damaged: ${name} has ${byteLength} bytes, its entry says ${entry.size}` };
  return crc32(inflated.bytes) === entry.crc ? inflated : { problem: `is damaged: the CRC of ${name} is wrong` };
}

function inflate({ entry, data }: LocatedEntry, maxBytes: number): ZipRead {
  if (entry.method === ZIP_METHODS.stored) return { bytes: data };
  try {
    return { bytes: inflateRawSync(data, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (tooLarge) return { problem: `holds a ${entry.name} that inflates to more than ${maxBytes} bytes` };
    return { problem: `is damaged: ${entry.name} can't be inflated` };
  }
}
