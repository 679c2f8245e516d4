import { asJson } from '#common/json-text.ts';
import { commandAsWritten } from '../case-hashes.ts';
import type { CommandExpectation, DiffExpectation, Expectations } from '../expectation.ts';
import { type Lost, less, lostItems, lostKeys, raised, rewritten } from '../lost-items.ts';

type Files = NonNullable<Expectations['files']>;

/** What is no longer demanded of the files of a workspace. */
export function lostFiles(before: Files, after: Files): readonly Lost[] {
  const jsonOf = (files: Files) =>
    Object.fromEntries(Object.entries(files).map(([glob, file]) => [glob, asJson(file)]));
  return lostKeys('files', jsonOf(before), jsonOf(after));
}

/** Which commands no longer run in it. */
export function lostCommands(
  before: readonly CommandExpectation[],
  after: readonly CommandExpectation[],
): readonly Lost[] {
  return lostItems('commands', before.map(commandAsWritten), after.map(commandAsWritten));
}

/** What the agent may now change in it. */
export function lostDiff(before: DiffExpectation, after: DiffExpectation): readonly Lost[] {
  const { only } = before;
  const isMore = only !== null && after.only?.some((glob) => !only.includes(glob)) === true;
  return [
    ...raised('diff.max_files', before.max_files, after.max_files),
    ...raised('diff.max_lines', before.max_lines, after.max_lines),
    ...(only !== null && after.only === null ? [less('diff.only is no longer checked')] : []),
    ...(isMore ? [rewritten('diff.only rewritten')] : []),
  ];
}
