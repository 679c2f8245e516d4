import { graderLook } from '#application/load/grader-look.ts';
import { hashGraders } from '#application/load/hash-graders.ts';
import type { CheckResult } from '#domain/checks/check.ts';
import { customChecks } from '#domain/checks/custom-checks.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { Case } from '#domain/suite/case.ts';
import type { GraderFiles } from '#domain/suite/graders/grader-files.ts';
import type { Agent, CustomChecks, SuiteFiles } from '../ports.ts';

/** Custom checks that are run only as long as their files are those which were there before the first trial. */
export interface WatchedChecks extends CustomChecks {
  /** To be called when everything is set up, before the first trial; what is there then is what may be run. Only the first call counts. */
  begin(): Promise<void>;
  /** Cases whose checks were found to be others, or are now, in the order of the suite. */
  changed(): Promise<readonly string[]>;
}

/**
 * The code under test can write to the workspace: the files of a check are hashed again each time before it starts, and at the end. Nothing that
 * it imports may appear meanwhile; a file that its command names, or that it reads, and that was not there is what it or the agent writes.
 */
export async function watchGraders(
  custom: CustomChecks,
  files: SuiteFiles,
  { cases, config }: Pick<LoadedSuite, 'cases' | 'config'>,
): Promise<WatchedChecks> {
  const judged = cases.filter((one) => customChecks(one).length > 0);
  const found = new Set<string>();
  const findAll = async () => (await hashGraders(await graderLook(files, config, cases), judged)).graders;
  const before = await findAll();
  const hash = (path: string) => files.hash(files.locate(path));
  let beginning: ReturnType<typeof findAll> | null = null;
  const begin = () => {
    beginning ??= findAll().then((now) => {
      // What is new was built by the set-up; what was there is what a reviewer has seen.
      for (const { id } of judged) if (!holds(before.get(id), now.get(id))) found.add(id);
      return now;
    });
    return beginning;
  };
  const look = async ({ id }: Case): Promise<void> => {
    const known = (await begin()).get(id);
    if (known !== undefined && !found.has(id) && !(await isStill(known, hash))) found.add(id);
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

/** What an agent's set-up builds is there before its first trial. */
export function watchedFromStart(agent: Agent, custom: WatchedChecks): Agent {
  return {
    ...agent,
    async prepare(signal) {
      await agent.prepare(signal);
      await custom.begin();
    },
  };
}

/** Whether all that was there is there, and the same. */
function holds(before: GraderFiles | undefined, now: GraderFiles | undefined): boolean {
  return [...(before?.files ?? [])].every(
    ([path, hash]) => !before?.watched.has(path) || now?.files.get(path) === hash,
  );
}

async function isStill(
  { files, watched, absent }: GraderFiles,
  hash: (path: string) => Promise<string | null>,
): Promise<boolean> {
  for (const [path, known] of files) if (watched.has(path) && (await hash(path)) !== known) return false;
  for (const path of absent) if ((await hash(path)) !== null) return false;
  return true;
}

const CHANGED: CheckResult = {
  name: 'custom',
  passed: null,
  score: null,
  code: 'grader_changed',
  reason: 'its files have changed since before the first trial, so it was not run',
};
