import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { coinSuite } from './support/coin-suite.ts';
import { outcomeOf } from './support/same-run.ts';

/** Of the system's administrator no folder is safe; a file in the place of the folder stops everybody. */
test('results that can not be written stop the run before its first trial, and the place is named', async () => {
  await using folder = await folderWith(coinSuite());
  await writeFile(join(folder.path, 'blocked'), '');
  const inFile = await folder.cli(['run', '--output', 'blocked/results']);
  expect(inFile).toExit(2);
  expect(inFile.stderr).toMatch(/results can't be written to .*blocked\/results \(ENOTDIR\); choose a writable folder/);
  const locked = join(folder.path, 'locked');
  await mkdir(locked);
  await chmod(locked, 0o555);
  if (process.getuid?.() !== 0) {
    const readOnly = await folder.cli(['run', '--output', 'locked/results']);
    expect(readOnly).toExit(2);
    expect(readOnly.stderr).toMatch(/results can't be written to .*locked\/results \(EACCES\)/);
  }
  await chmod(locked, 0o755);
  expect(await folder.read('trace.txt').catch(() => null)).toBeNull();
});

/** Every look at the calendar is hours away from the one before; the clock that only goes forward stays as it is. */
const JUMPS = `const now = Date.now.bind(Date);
let looks = 0;
Date.now = () => now() + [0, 7_200_000, -7_200_000, 86_400_000][(looks += 1) % 4];
`;

test('a clock that jumps by hours, forward and back, changes no outcome and ends no trial', async () => {
  await using folder = await folderWith({ ...coinSuite({ trials: 3 }), 'jumps.mjs': JUMPS });
  const steady = await folder.cli(['run', '--max-duration', '10m']);
  const expected = await outcomeOf(folder.path);
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(join(folder.path, 'jumps.mjs')).href}` };
  const jumping = await folder.cli(['run', '--max-duration', '10m'], { env });
  expect(jumping).toExit(steady.exitCode);
  expect(await outcomeOf(folder.path)).toEqual(expected);
});
