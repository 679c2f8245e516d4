import * as z from 'zod';
import type { CommitListing } from '#config/base-rules/commit-listing.ts';
import type { CommitFiles } from '#ports/ports.ts';
import { type CommitPlace, notReadable } from './committed-file.ts';

/** Lists the files of a commit in one request, by API and never from the checkout. */
export async function listCommit({ github, repository, sha }: CommitPlace): ReturnType<CommitFiles['list']> {
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
