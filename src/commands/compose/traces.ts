import { realpath } from 'node:fs/promises';
import type { RunLeftovers } from '#ports/ports.ts';
import { markChildren } from '#process/birth-mark.ts';
import type { Folder } from '#process/in-folders.ts';
import { clearLeftovers } from '#process/leftovers.ts';
import type { Programs } from '#process/programs.ts';
import type { WorkspaceRequest } from './workspace-request.ts';

/**
 * What the programs of this run leave behind: processes, and other programs on PATH. Call it before any of them starts.
 *
 * @param endOthers ends what may stay for further trials, such as custom checks
 */
export async function leftoversOf(
  request: WorkspaceRequest,
  programs: Programs,
  endOthers: () => Promise<void> = async () => {},
): Promise<RunLeftovers> {
  const folders = await foldersOf(request);
  const mark = await markChildren();
  const place = { starter: process.pid, folders, mark, ends: request.folders.alone };
  return {
    async end() {
      await endOthers();
      return (await clearLeftovers(place))?.ended ?? [];
    },
    async doubts() {
      const left = await clearLeftovers({ ...place, ends: false });
      const unseen = left === null || mark === null;
      return [
        ...(unseen ? [{ kind: 'programs_unseen' } as const] : []),
        ...(left?.living ?? []).map((program) => ({ kind: 'program_left', program }) as const),
        ...(await programs.changed()).map((what) => ({ kind: 'machine_changed', what }) as const),
      ];
    },
  };
}

/** Those that belong to us alone; a folder that can't be found is empty. */
async function foldersOf({ folders, comparison: { base_source: source }, access }: WorkspaceRequest) {
  const { root, output_folder, alone } = folders;
  const job = access.environment['RUNNER_TEMP'];
  const named = [
    { name: 'the checkout', path: source?.root ?? root },
    { name: 'the results', path: output_folder },
    ...(alone && job !== undefined && job !== '' ? [{ name: "the job's temporary folder", path: job }] : []),
  ];
  const groups = await Promise.all(
    named.map(async ({ name, path }): Promise<readonly Folder[]> => {
      const real = await realpath(path).catch(() => null);
      return real === null || real === '/' ? [] : [{ name, path: real }];
    }),
  );
  return groups.flat();
}
