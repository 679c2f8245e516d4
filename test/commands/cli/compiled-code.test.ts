import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { folderWith } from '#test/support/cli-folder.ts';

const run = promisify(execFile);

/** An installed package with nothing beside it, and an empty folder for temporary files. */
async function installation() {
  const folder = await folderWith({ 'tmp/.gitkeep': '' });
  const cli = join(folder.path, 'package/dist/cli.js');
  await mkdir(dirname(dirname(cli)));
  await cp(dirname(CLI_BUNDLE), dirname(cli), { recursive: true });
  const temporary = join(folder.path, 'tmp');
  const start = () => run(process.execPath, [cli, '--version'], { env: { TMPDIR: temporary } });
  const files = () => readdir(join(folder.path, 'package'), { recursive: true });
  return { folder, temporary, start, files };
}

// Node 20 keeps none.
test.runIf('enableCompileCache' in module)(
  'compiled code is kept inside the package, and not in the folder for temporary files, where others may write',
  async () => {
    const { folder, temporary, start, files } = await installation();
    await using _ = folder;
    const { stdout } = await start();
    expect((await files()).some((path) => /^node_modules\/\.cache\/agent-eval\/.*\/\w+$/.test(path))).toBe(true);
    expect(await readdir(temporary)).toEqual(['.gitkeep']);
    expect((await start()).stdout).toBe(stdout);
  },
);

test('in a package that can not be written to a command runs without', async () => {
  const { folder, start } = await installation();
  await using _ = folder;
  await writeFile(join(folder.path, 'package/node_modules'), 'no folder');
  expect((await start()).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
