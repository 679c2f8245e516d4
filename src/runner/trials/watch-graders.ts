import type { Case } from '#cases/suite/case.ts';
import type { GraderFiles } from '#cases/suite/graders/grader-files.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { CustomChecks } from '#ports/grader-ports.ts';
import type { Agent, SuiteFiles } from '#ports/ports.ts';
import { graderLook } from '#runner/load/grader-look.ts';
import { hashGraders } from '#runner/load/hash-graders.ts';
import { hasGraderFiles } from '#trials/checks/custom-checks.ts';
import type { CheckResult } from '#trials/checks/terms/check.ts';
import { unjudged } from '#trials/checks/terms/judgement.ts';

/** Custom checks that run only while their files are the same as before the first trial. */
export interface WatchedChecks extends CustomChecks {
  /** Call it when setup is done, before the first trial; the files that exist then may run. Only the first call counts. */
  begin(): Promise<void>;
  /** Cases whose checks were found changed, or are now, in the order of the suite. */
  changed(): Promise<readonly string[]>;
}

/**
 * The code under test can write to the workspace: a check's files are hashed again each time before it starts, and at the end.
 * No import of it may appear meanwhile; a file that its command names, or that it reads, and that did not exist is written by
 * itself or the agent.
 */
export async function watchGraders(
  custom: CustomChecks,
  files: SuiteFiles,
  { cases, config }: Pick<LoadedSuite, 'cases' | 'config'>,
): Promise<WatchedChecks> {
  const judged = cases.filter(hasGraderFiles);
  const ids = new Set<string>();
  const findAll = async () => (await hashGraders(await graderLook(files, config, cases), judged)).graders;
  const before = await findAll();
  const hash = (path: string) => files.hash(files.locate(path));
  let beginning: ReturnType<typeof findAll> | null = null;
  const begin = () => {
    beginning ??= findAll().then((now) => {
      // New files were built by the setup; existing ones are what a reviewer has seen.
      for (const { id } of judged) if (!holds(before.get(id), now.get(id))) ids.add(id);
      return now;
    });
    return beginning;
  };
  const look = async ({ id }: Case): Promise<void> => {
    const known = (await begin()).get(id);
    if (known !== undefined && !ids.has(id) && !(await isStill(known, hash))) ids.add(id);
  };
  return {
    ...custom,
    begin: async () => void (await begin()),
    async judge(expectation, context, signal) {
      await look(context.case);
      return ids.has(context.case.id) ? CHANGED : custom.judge(expectation, context, signal);
    },
    async changed() {
      for (const evalCase of judged) await look(evalCase);
      return judged.map(({ id }) => id).filter((id) => ids.has(id));
    },
  };
}

/** What an agent's setup builds exists before its first trial. */
export function watchedFromStart(agent: Agent, custom: WatchedChecks): Agent {
  return {
    ...agent,
    async prepare(signal) {
      await agent.prepare(signal);
      await custom.begin();
    },
  };
}

/** Whether everything that existed still exists unchanged. */
function holds(before: GraderFiles | undefined, now: GraderFiles | undefined): boolean {
  return [...(before?.files ?? [])].every(([path, hash]) => now?.files.get(path) === hash);
}

async function isStill(
  { files, absent }: GraderFiles,
  hash: (path: string) => Promise<string | null>,
): Promise<boolean> {
  for (const [path, known] of files) if ((await hash(path)) !== known) return false;
  for (const path of absent) if ((await hash(path)) !== null) return false;
  return true;
}

const CHANGED: CheckResult = {
  name: 'custom',
  ...unjudged('grader_changed', { kind: 'not_judged', why: 'changed' }),
};
