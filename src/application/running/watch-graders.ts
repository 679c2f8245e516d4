import type { CheckResult } from '#domain/checks/check.ts';
import type { Case } from '#domain/suite/case.ts';
import { hashGraders } from '../loading/hash-graders.ts';
import type { LoadedSuite } from '../loading/load-suite.ts';
import type { CustomChecks, SuiteFiles } from '../ports.ts';

/** Custom checks that are run only as long as their files are those which were read before the first trial. */
export interface WatchedChecks extends CustomChecks {
  /** Cases whose checks were found to be others, or are now, in the order of the suite. */
  changed(): Promise<readonly string[]>;
}

/** The code under test can write to the workspace: the files of a check are read again each time before it starts, and at the end. */
export function watchGraders(
  custom: CustomChecks,
  files: SuiteFiles,
  { cases, grader_hashes: before }: Pick<LoadedSuite, 'cases' | 'grader_hashes'>,
): WatchedChecks {
  const found = new Set<string>();
  const hasChanged = async (one: Case): Promise<boolean> => {
    const { hashes } = await hashGraders(files, [one]);
    const changed = hashes.get(one.id) !== before.get(one.id);
    if (changed) found.add(one.id);
    return changed;
  };
  return {
    judge: async (expectation, context, signal) =>
      (await hasChanged(context.case)) ? CHANGED : custom.judge(expectation, context, signal),
    async changed() {
      const { hashes } = await hashGraders(files, cases);
      return cases.map(({ id }) => id).filter((id) => found.has(id) || hashes.get(id) !== before.get(id));
    },
  };
}

const CHANGED: CheckResult = {
  name: 'custom',
  passed: null,
  score: null,
  code: 'grader_changed',
  reason: 'its files are not those that were read before the first trial, so it was not run',
};
