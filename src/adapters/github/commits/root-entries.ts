import * as z from 'zod';
import type { RootEntry } from '#domain/baseline/resume/evaluated-files.ts';
import type { CommitPlace } from './committed-file.ts';

/** Files and folders at the root of a commit; `null` if GitHub does not list them. */
export async function rootEntries({ github, repository, sha }: CommitPlace): Promise<readonly RootEntry[] | null> {
  const { owner, name: repo } = repository;
  // GitHub accepts a commit in place of its tree.
  const answer = await github.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', { owner, repo, tree_sha: sha });
  const body = answer.ok ? treeSchema.safeParse(answer.data) : null;
  if (!body?.success || body.data.truncated) return null;
  return body.data.tree.map(({ path, mode, sha: id }) => ({ name: path, mode, sha: id }));
}

const entrySchema = z.object({ path: z.string().max(1000), mode: z.string().max(10), sha: z.string().max(64) });
const treeSchema = z.object({ truncated: z.boolean(), tree: z.array(entrySchema).max(10_000) });
