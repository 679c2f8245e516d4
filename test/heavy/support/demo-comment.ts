import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { mustRun } from './run-program.ts';
import { inScratchFolder } from './scratch-folder.ts';

/** The comment that the demo shows, as it leaves it in its folder. */
export async function demoComment(): Promise<string> {
  return inScratchFolder(async (scratch) => {
    const env = { ...process.env, TMPDIR: scratch };
    await mustRun([process.execPath, CLI_BUNDLE, 'demo', '--keep'], { env });
    const [folder = ''] = await readdir(scratch);
    return readFile(join(scratch, folder, 'results-pull-request-2', 'comment.md'), 'utf8');
  });
}

/** What the demo prints. */
export async function demoTerminal(): Promise<string> {
  return inScratchFolder((scratch) =>
    mustRun([process.execPath, CLI_BUNDLE, 'demo'], { env: { ...process.env, TMPDIR: scratch } }),
  );
}
