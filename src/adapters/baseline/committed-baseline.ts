import type { BaselineStore } from '#application/ports.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { LARGEST_RESULTS_FILE } from '#domain/baseline/parse-results.ts';
import { errorMessage } from './error-message.ts';
import type { BaselineRepository, GithubReader } from './github-reader.ts';
import { parseResultsBytes } from './parse-results-bytes.ts';
import { storedRun } from './stored-run.ts';

/** Which file of which commit is the baseline. */
export interface CommittedBaselineOptions {
  readonly github: GithubReader;
  readonly repository: BaselineRepository;
  /** Path in the repository. */
  readonly path: string;
  /** The base commit: a pull request could have edited the file in its own checkout. */
  readonly sha: string;
}

/** A baseline file that the repository keeps, read from a commit by API and never from the checkout. Pins are not asked about. */
export function committedBaseline(options: CommittedBaselineOptions): BaselineStore {
  return {
    find: () => find(options).catch((error: unknown) => none(options, `could not be read: ${errorMessage(error)}`)),
  };
}

async function find(options: CommittedBaselineOptions): Promise<BaselineLookup> {
  const file = await readFile(options);
  if ('problem' in file) return none(options, file.problem);
  const read = parseResultsBytes(file.bytes);
  if ('problem' in read) return none(options, read.problem);
  const runs = [storedRun(read.results)] as const;
  return { kind: 'found', runs, target_sha: options.sha, chosen: `the ${place(options)}`, notes: [] };
}

/** The raw media type gives files of up to 100 MB, where GitHub's JSON form stops at one. */
async function readFile(options: CommittedBaselineOptions): Promise<{ readonly bytes: Uint8Array } | Problem> {
  const { owner, name: repo } = options.repository;
  const answer = await options.github.request(
    'GET /repos/{owner}/{repo}/contents/{path}',
    { owner, repo, path: options.path, ref: options.sha },
    { accept: 'application/vnd.github.raw+json' },
  );
  if (!answer.ok) return { problem: refusal(answer.status, answer.problem) };
  const bytes = toBytes(answer.data);
  if (bytes === null) return { problem: 'is not a file' };
  return bytes.byteLength > LARGEST_RESULTS_FILE
    ? { problem: `is larger than ${LARGEST_RESULTS_FILE} bytes` }
    : { bytes };
}

interface Problem {
  readonly problem: string;
}

function refusal(status: number | null, problem: string): string {
  if (status === 404) return 'does not exist: commit it on the base branch first';
  if (status === 403) return `may not be read by this token (${problem}): add "permissions: contents: read"`;
  return `could not be read: ${problem}`;
}

function toBytes(data: unknown): Uint8Array | null {
  if (typeof data === 'string') return Buffer.from(data, 'utf8');
  return data instanceof ArrayBuffer ? new Uint8Array(data) : null;
}

function none(options: CommittedBaselineOptions, problem: string): BaselineLookup {
  return { kind: 'none', reason: `the ${place(options)} ${problem}`, notes: [] };
}

function place({ path, sha }: CommittedBaselineOptions): string {
  return `file ${path} at ${sha.slice(0, 7)}`;
}
