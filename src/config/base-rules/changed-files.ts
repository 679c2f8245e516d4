import type { CommitListing } from './commit-listing.ts';

/**
 * Files that a change adds, edits or removes, from the root of the repository, sorted, and which of them are or were links and submodules;
 * or why that is unknown, a sentence part.
 */
export type ChangedFiles =
  | { readonly files: readonly string[]; readonly links?: ReadonlySet<string> }
  | { readonly problem: string };

/** Which files differ between two commits, in content or in whether they can be executed; links and submodules where that leads elsewhere, or only one commit has one. */
export function changedFiles(
  before: CommitListing | { readonly problem: string },
  after: CommitListing | { readonly problem: string },
): ChangedFiles {
  if ('problem' in before) return { problem: `the files of the base commit ${before.problem}` };
  if ('problem' in after) return { problem: `the files of this commit ${after.problem}` };
  const all = new Set([...before.files.keys(), ...before.links, ...after.files.keys(), ...after.links]);
  const isSame = (path: string) =>
    before.files.get(path) === after.files.get(path) &&
    before.executables.has(path) === after.executables.has(path) &&
    before.links.has(path) === after.links.has(path) &&
    before.targets?.get(path) === after.targets?.get(path);
  const files = [...all].filter((path) => !isSame(path)).sort();
  return { files, links: new Set(files.filter((path) => before.links.has(path) || after.links.has(path))) };
}
