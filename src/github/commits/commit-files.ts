import { errorMessage } from '#common/error-message.ts';
import type { CommitFiles } from '#ports/ports.ts';
import { type CommitPlace, notReadable, readCommittedFile } from './committed-file.ts';
import { listCommit } from './list-commit.ts';

/** Largest file that is read. Configs, cases and workflows are far smaller. */
const LARGEST_FILE = 4 * 1024 * 1024;

/** Reads text files of one commit, by API and never from the checkout. */
export function commitFiles(place: CommitPlace): CommitFiles {
  const failed = (error: unknown) => ({ problem: `could not be read: ${errorMessage(error)}` });
  let listing: ReturnType<CommitFiles['list']> | null = null;
  return {
    sha: place.sha,
    read: (path) => read(place, path).catch(failed),
    list() {
      listing ??= listCommit(place).catch(failed);
      return listing;
    },
  };
}

async function read(place: CommitPlace, path: string): ReturnType<CommitFiles['read']> {
  const file = await readCommittedFile(place, path, LARGEST_FILE);
  if (file.kind === 'failed') return { problem: file.problem };
  if (file.kind === 'read') {
    const text = decodeText(file.bytes);
    return text === null ? { problem: 'is not UTF-8 text' } : { text };
  }
  const unseen = await whyUnseen(place);
  return unseen === null ? { absent: true } : { problem: unseen };
}

/** GitHub also answers "not found" for what a token may not see: only for a visible commit is a missing file certain. */
async function whyUnseen({ github, repository, sha }: CommitPlace): Promise<string | null> {
  const { owner, name: repo } = repository;
  const answer = await github.request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', {
    owner,
    repo,
    commit_sha: sha,
  });
  if (answer.ok) return null;
  return answer.status === 404
    ? 'could not be read: this token has no access to the commit; add "permissions: contents: read"'
    : notReadable(answer.status, answer.problem);
}

function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
