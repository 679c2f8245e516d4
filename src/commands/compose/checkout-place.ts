import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { isInside } from '#runner/workspace/files/is-inside.ts';
import { repositoryFacts } from '#runner/workspace/git/repository-facts.ts';

/** The position of a folder in the checkout of a repository. */
export interface CheckoutPlace {
  /** Root of the checkout, absolute, links followed. */
  readonly root: string;
  /** The folder relative to that root with links followed, with `/`; empty for the root. */
  readonly folder: string;
}

/** Where a folder is according to git; `null` outside a repository, or without git. */
export async function checkoutPlace(cwd: string): Promise<CheckoutPlace | null> {
  const place = await realpath(cwd).catch(() => null);
  if (place === null) return null;
  const { root } = await repositoryFacts(place);
  return root === null ? null : placeIn(resolve(root), place);
}

/** A working directory of the action, and how to find it. */
export interface CheckoutRequest {
  /** `GITHUB_WORKSPACE`. */
  readonly workspace: string;
  /** As the input writes it. */
  readonly working_directory: string;
  /** The commits that may be checked out: a repository at one of them is the right one, whatever is inside it. */
  readonly commits: readonly string[];
}

/**
 * The position of the working directory in the evaluated checkout, which may be in a folder of the workspace. Without git or a
 * checkout, the workspace counts as the root.
 *
 * @returns `named_folder`: the folder as the input writes it, from the root; the commit may have a folder where the checkout has a
 * link. The same as `folder` if the way to the root is a link itself
 */
export async function workspacePlace(
  place: CheckoutRequest,
): Promise<CheckoutPlace & { readonly named_folder: string }> {
  const workspace = await realpath(place.workspace).catch(() => resolve(place.workspace));
  const folder = resolve(workspace, place.working_directory);
  const real = await realpath(folder).catch(() => folder);
  const roots = await rootsAround(real, workspace);
  const checkout = roots.find(({ sha }) => sha !== null && place.commits.includes(sha)) ?? roots[0];
  const root = checkout?.root ?? workspace;
  const location = placeIn(root, real) ?? { root, folder: withSlashes(relative(root, folder)) };
  return { ...location, named_folder: placeIn(root, folder)?.folder ?? location.folder };
}

/** Innermost first: a submodule is a repository inside another. */
async function rootsAround(
  folder: string,
  workspace: string,
): Promise<readonly { readonly root: string; readonly sha: string | null }[]> {
  if (!isInside(workspace, folder)) return [];
  const { root, sha } = await repositoryFacts(folder);
  const top = resolve(root ?? folder);
  const outer = top === dirname(top) ? [] : await rootsAround(dirname(top), workspace);
  return root !== null && isInside(workspace, top) ? [{ root: top, sha }, ...outer] : outer;
}

function placeIn(root: string, folder: string): CheckoutPlace | null {
  return isInside(root, folder) ? { root, folder: withSlashes(relative(root, folder)) } : null;
}

function withSlashes(path: string): string {
  return path.split(sep).join('/');
}
