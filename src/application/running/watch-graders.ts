import type { CheckResult } from '#domain/checks/check.ts';
import { customChecks } from '#domain/checks/custom-checks.ts';
import type { Case } from '#domain/suite/case.ts';
import { type GraderTexts, graderTexts } from '../loading/grader-texts.ts';
import type { LoadedSuite } from '../loading/load-suite.ts';
import { readOnce } from '../loading/with-imports.ts';
import type { CustomChecks, SuiteFiles } from '../ports.ts';

/** Custom checks that are run only as long as their files are those which were there before the first trial. */
export interface WatchedChecks extends CustomChecks {
  /** To be called when everything is set up, before the first trial; what is there then is what may be run. Only the first call counts. */
  begin(): Promise<void>;
  /** Cases whose checks were found to be others, or are now, in the order of the suite. */
  changed(): Promise<readonly string[]>;
}

/**
 * The code under test can write to the workspace: the files of a check are read again each time before it starts, and at the end. A file that
 * its command names and that was not there is what it or the agent writes, and does not count.
 */
export async function watchGraders(
  custom: CustomChecks,
  files: SuiteFiles,
  { cases }: Pick<LoadedSuite, 'cases'>,
): Promise<WatchedChecks> {
  const judged = cases.filter((one) => customChecks(one).length > 0);
  const found = new Set<string>();
  const before = await textsOfAll(files, judged);
  let beginning: Promise<ReadonlyMap<string, GraderTexts>> | null = null;
  const begin = () => {
    beginning ??= textsOfAll(files, judged).then((now) => {
      // What is new was built by the set-up; what was there is what a reviewer has seen.
      for (const { id } of judged) if (!holds(before.get(id), now.get(id))) found.add(id);
      return now;
    });
    return beginning;
  };
  const look = async (one: Case): Promise<void> => {
    const known = (await begin()).get(one.id);
    const now = await graderTexts(readOnce(files), one, (path) => known?.has(path) === true);
    if (!holds(known, now) || !holds(now, known)) found.add(one.id);
  };
  return {
    begin: async () => void (await begin()),
    async judge(expectation, context, signal) {
      await look(context.case);
      return found.has(context.case.id) ? CHANGED : custom.judge(expectation, context, signal);
    },
    async changed() {
      for (const one of judged) await look(one);
      return judged.map(({ id }) => id).filter((id) => found.has(id));
    },
  };
}

async function textsOfAll(files: SuiteFiles, cases: readonly Case[]): Promise<ReadonlyMap<string, GraderTexts>> {
  const read = readOnce(files);
  const texts = new Map<string, GraderTexts>();
  for (const one of cases) texts.set(one.id, await graderTexts(read, one));
  return texts;
}

/** Whether all that was there is there, and the same. */
function holds(before: GraderTexts | undefined, now: GraderTexts | undefined): boolean {
  return [...(before ?? [])].every(([path, hash]) => now?.get(path) === hash);
}

const CHANGED: CheckResult = {
  name: 'custom',
  passed: null,
  score: null,
  code: 'grader_changed',
  reason: 'its files are not those that were there before the first trial, so it was not run',
};
