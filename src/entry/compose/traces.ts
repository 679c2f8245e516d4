import { realpath } from 'node:fs/promises';
import type { Folder } from '#adapters/process/in-folders.ts';
import { clearLeftovers } from '#adapters/process/leftovers.ts';
import type { Programs } from '#adapters/process/programs.ts';
import type { Traces } from '#application/ports.ts';
import type { WorkspaceRequest } from './workspace-request.ts';

/** What the programs of this run leave behind: processes that use its folders, and other programs on PATH. */
export async function tracesOf(request: WorkspaceRequest, programs: Programs): Promise<Traces> {
  const folders = await foldersOf(request);
  const place = { starter: process.pid, folders, ends: request.alone };
  return {
    end: async () => (await clearLeftovers(place))?.ended ?? [],
    async doubts() {
      const left = await clearLeftovers({ ...place, ends: false });
      return [
        ...(left === null ? [UNSEEN] : left.living.map((words) => `it may have left ${words}`)),
        ...(await programs.changed()),
      ];
    },
  };
}

const UNSEEN =
  'whether the change left programs running can only be checked on Linux; run there, or confirm in a separate job';

/** Those that belong to us alone; a folder that can't be found is empty. */
async function foldersOf({ root, base_source: source, output_folder, alone, environment }: WorkspaceRequest) {
  const job = environment['RUNNER_TEMP'];
  const named = [
    { name: 'the checkout', path: source?.root ?? root },
    { name: 'the results', path: output_folder },
    ...(alone && job !== undefined && job !== '' ? [{ name: "the job's temporary folder", path: job }] : []),
  ];
  const found = await Promise.all(
    named.map(async ({ name, path }): Promise<readonly Folder[]> => {
      const real = await realpath(path).catch(() => null);
      return real === null || real === '/' ? [] : [{ name, path: real }];
    }),
  );
  return found.flat();
}
