import { customChecks } from '#domain/checks/custom-checks.ts';
import type { Case } from '#domain/suite/case.ts';
import { graderFiles } from '../loading/grader-files.ts';
import { withImports } from '../loading/with-imports.ts';
import type { CommitListing } from '../ports.ts';
import type { ConfigOfMain } from './cases-of-main.ts';
import { textOfBoth } from './listed-files.ts';

/**
 * Cases, by id, whose custom checks run files that are the same in the base commit and here: those that are named and all that they take in.
 * A place where an import could lie must be empty on both sides.
 */
export async function sameGraders(
  cases: readonly Case[],
  { config_path, source }: ConfigOfMain,
  listing: CommitListing,
): Promise<ReadonlySet<string>> {
  const { checkout } = source;
  if (checkout === undefined) return new Set();
  const folder = config_path.split('/').slice(0, -1);
  const known = new Map<string, Promise<GraderFile>>();
  const look = (path: string) => {
    const file = [...folder, ...path.split('/')].filter((step) => step !== '' && step !== '.').join('/');
    const looking = known.get(path) ?? graderFile(file);
    known.set(path, looking);
    return looking;
  };
  const graderFile = async (file: string): Promise<GraderFile> => {
    const [text, here] = [await textOfBoth(source, file, listing), await checkout(file)];
    return { here, same: text === here };
  };
  const same = new Set<string>();
  for (const one of cases) {
    const checks = customChecks(one);
    const asked = new Map<string, boolean>();
    const read = async (path: string) => {
      const { here, same } = await look(path);
      asked.set(path, same);
      return here === null ? { problem: 'it is not there' } : { text: here };
    };
    for (const { expectation } of checks) await withImports(read, graderFiles(expectation));
    if (checks.length > 0 && asked.size < MOST_FILES && [...asked.values()].every(Boolean)) same.add(one.id);
  }
  return same;
}

interface GraderFile {
  readonly here: string | null;
  readonly same: boolean;
}

/** Of a check that takes in more, some are not looked at. */
const MOST_FILES = 200;
