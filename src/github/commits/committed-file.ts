import type { GithubReader, GithubRepository } from '#github/api/api.ts';

/** The commit to read files from. */
export interface CommitPlace {
  readonly github: GithubReader;
  readonly repository: GithubRepository;
  /** A commit, not a branch, so its contents never change. */
  readonly sha: string;
}

/** A file of a commit. `problem` is a sentence part that follows the name of the file. */
export type CommittedFile =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  /** GitHub has none: no such file, no such commit, or this token may not see it. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly problem: string };

/**
 * Reads a file of a commit by API and never from the checkout, which the change under test has edited. The raw media type gives
 * files of up to 100 MB; GitHub's JSON form stops at one.
 *
 * @param path from the root of the repository
 * @param maxBytes larger files are refused
 */
export async function readCommittedFile(
  { github, repository, sha }: CommitPlace,
  path: string,
  maxBytes: number,
): Promise<CommittedFile> {
  const { owner, name: repo } = repository;
  const answer = await github.request(
    'GET /repos/{owner}/{repo}/contents/{path}',
    { owner, repo, path, ref: sha },
    { accept: 'application/vnd.github.raw+json' },
  );
  if (!answer.ok)
    return answer.status === 404 ? { kind: 'absent' } : failed(notReadable(answer.status, answer.problem));
  const bytes = toBytes(answer.data);
  if (bytes === null) return failed('is not a file');
  return bytes.byteLength > maxBytes ? failed(`is larger than ${maxBytes} bytes`) : { kind: 'read', bytes };
}

/** Why GitHub did not return something of a repository, a sentence part. */
export function notReadable(status: number | null, problem: string): string {
  return status === 403
    ? `may not be read by this token (${problem}): add "permissions: contents: read"`
    : `could not be read: ${problem}`;
}

function toBytes(data: unknown): Uint8Array | null {
  if (typeof data === 'string') return Buffer.from(data, 'utf8');
  return data instanceof ArrayBuffer ? new Uint8Array(data) : null;
}

function failed(problem: string): CommittedFile {
  return { kind: 'failed', problem };
}
