import type { Case } from '#cases/suite/case.ts';
import { folderHash, isMade } from '#cases/suite/folder-hash.ts';
import { type CommitListing, isBehindLink, pathInCommit } from '#config/base-rules/commit-listing.ts';

/**
 * Cases of the base commit with the hashes of their workspaces there, from its own listing: a case file does not say what is in a folder.
 * What can't be known stays `null`, and so differs from every hash.
 *
 * @param listed of that commit; asked only if a case has a workspace
 * @param folder of the config in it
 */
export async function withWorkspacesOfMain(
  cases: ReadonlyMap<string, Case>,
  folder: string,
  listed: () => Promise<CommitListing | null>,
): Promise<ReadonlyMap<string, Case>> {
  if ([...cases.values()].every(({ workspace }) => workspace === undefined)) return cases;
  const listing = await listed();
  if (listing === null) return cases;
  return new Map(
    [...cases].map(([id, evalCase]) => {
      const { workspace } = evalCase;
      if (workspace === undefined) return [id, evalCase];
      const hash = hashIn(listing, pathInCommit({ folder }, workspace.folder));
      return [id, { ...evalCase, workspace: { ...workspace, hash } }];
    }),
  );
}

function hashIn({ files, links, targets }: CommitListing, folder: string): string | null {
  const below = (path: string) => path.startsWith(`${folder}/`) && !isMade(path.slice(folder.length + 1));
  const own = [...links].filter(below).map((path) => [path, targets?.get(path)] as const);
  if (isBehindLink(folder, links) || own.some(([, target]) => target === undefined)) return null;
  const entries = [...[...files].filter(([path]) => below(path)), ...own];
  return entries.length === 0
    ? null
    : folderHash(new Map(entries.map(([path, hash]) => [path.slice(folder.length + 1), hash ?? ''])));
}
