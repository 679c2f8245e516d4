import type { GraderFiles } from '#cases/suite/graders/grader-files.ts';
import type { ConfigOfMain } from './cases-of-main.ts';
import { type CommitListing, isBehindLink, pathInCommit, stepsOf } from './commit-listing.ts';

/**
 * Cases, by id, whose custom checks run the same files on the base commit and here, by their hashes, whatever wrote to the
 * checkout: their folders there must have no other file, nor any where an import could find one.
 */
export function sameGraders(
  graders: ReadonlyMap<string, GraderFiles>,
  { config_path, source }: ConfigOfMain,
  { files: listed, links }: CommitListing,
): ReadonlySet<string> {
  const folder = stepsOf(config_path).slice(0, -1).join('/');
  const inCommit = (path: string) => pathInCommit(source, `${folder}/${path}`);
  const isSame = ({ files, absent, folders, open }: GraderFiles): boolean => {
    const own = new Set([...files.keys()].map(inCommit));
    const places = [...absent].map(inCommit).filter((path) => !own.has(path));
    const whole = folders.map((folder) => `${inCommit(folder)}/`);
    return (
      open.length === 0 &&
      [...files].every(([path, hash]) => listed.get(inCommit(path)) === hash) &&
      [...own, ...places].every((path) => !isBehindLink(path, links)) &&
      places.every((path) => !listed.has(path)) &&
      [...listed.keys()].every((path) => own.has(path) || !whole.some((item) => path.startsWith(item)))
    );
  };
  return new Set([...graders].flatMap(([id, grader]) => (isSame(grader) ? [id] : [])));
}
