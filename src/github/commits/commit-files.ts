import * as z from 'zod';
import { errorMessage } from '#common/error-message.ts';
import type { CommitListing } from '#config/base-rules/commit-listing.ts';
import type { CommitFiles } from '#ports/ports.ts';
import { type CommitPlace, notReadable, readCommittedFile } from './committed-file.ts';

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

/** Lists the files of a commit in one request, by API and never from the checkout. */
async function listCommit({ github, repository, sha }: CommitPlace): ReturnType<CommitFiles['list']> {
  const { owner, name: repo } = repository;
  // GitHub accepts a commit in place of its tree.
  const answer = await github.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', {
    owner,
    repo,
    tree_sha: sha,
    recursive: '1',
  });
  if (!answer.ok) return { problem: notReadable(answer.status, answer.problem) };
  const body = treeSchema.safeParse(answer.data);
  if (!body.success) return { problem: 'could not be read: GitHub did not return a list of files' };
  const { truncated, tree } = body.data;
  return truncated || tree.length > MOST_ENTRIES ? { problem: 'are too many to be listed' } : listingOf(tree);
}

type Entry = z.infer<typeof entrySchema>;

function listingOf(tree: readonly Entry[]): CommitListing {
  const inside = tree.filter(({ type }) => type !== 'tree');
  const isFile = ({ mode }: Entry) => FILE_MODES.includes(mode);
  const links = inside.filter((entry) => !isFile(entry));
  return {
    files: new Map(inside.filter(isFile).map(({ path, sha }) => [path, sha])),
    executables: new Set(inside.filter(({ mode }) => mode === EXECUTABLE).map(({ path }) => path)),
    links: new Set(links.map(({ path }) => path)),
    targets: new Map(links.map(({ path, sha }) => [path, sha])),
    submodules: new Set(links.filter(({ type }) => type === 'commit').map(({ path }) => path)),
  };
}

const entrySchema = z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: z.string() });
const treeSchema = z.object({ truncated: z.boolean(), tree: z.array(entrySchema) });

const EXECUTABLE = '100755';

/** Plain and executable; 120000 is a symbolic link, 160000 a submodule. */
const FILE_MODES: readonly string[] = ['100644', EXECUTABLE, '100664'];

/** As many as GitHub lists. */
const MOST_ENTRIES = 100_000;
