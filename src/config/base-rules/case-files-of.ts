import { compileGlob } from '#cases/matching/glob.ts';
import type { ConfigOfMain } from './cases-of-main.ts';
import { type CommitListing, isBehindLink, pathInCommit, stepsOf } from './commit-listing.ts';

/**
 * The case files of the base commit that the globs of its config match there: from the working directory. `whole` is false if a
 * glob leads through a link, behind which there may be more.
 */
export function caseFilesOf(
  { base, place, config_path, source }: ConfigOfMain,
  { files, links }: CommitListing,
): { readonly files: readonly string[]; readonly whole: boolean } {
  const paths = [...files.keys(), ...links].sort();
  const ownPath = pathInCommit(source, config_path);
  // If the config is a link, its cases are next to the link.
  const config = files.has(ownPath) || links.has(ownPath) ? ownPath : place.path;
  const folder = stepsOf(config).slice(0, -1);
  let whole = true;
  const matches = base.cases.flatMap(({ file }) => {
    const glob = stepsOf(file);
    if (glob.includes('..')) return [];
    const wild = glob.findIndex((step) => /[*?[\]{}\\]/.test(step));
    const start = [...folder, ...glob.slice(0, wild)];
    whole &&= !isBehindLink(start.join('/'), links);
    const fits = compileGlob(glob.join('/'), 'path');
    const below = (path: string, steps: readonly string[]) =>
      path.slice(steps.map((step) => `${step}/`).join('').length);
    return paths
      .filter((path) => path.startsWith(start.map((step) => `${step}/`).join('')) && fits(below(path, folder)))
      .filter((path) => wild === -1 || !stepsOf(below(path, start)).includes('node_modules'))
      .map((path) => fromFolder(source.folder, path));
  });
  return { files: matches, whole };
}

/** A path from the root of the repository, relative to one of its folders. */
function fromFolder(folder: string, path: string): string {
  const from = stepsOf(folder);
  const to = stepsOf(path);
  const apart = from.findIndex((step, i) => to[i] !== step);
  const common = apart === -1 ? from.length : apart;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}
