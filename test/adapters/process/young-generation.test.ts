import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = new URL('../../../src/adapters/process/young-generation.ts', import.meta.url).href;

/** Megabytes of the space for new objects in a program that makes many which live for a while. */
async function youngMegabytes(before: string): Promise<number> {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { setImmediate } from 'node:timers/promises';
    import { limitYoungGeneration } from ${JSON.stringify(MODULE)};
    ${before}
    const kept = [];
    for (let round = 0; round < 60; round += 1) {
      for (let at = 0; at < 1e5; at += 1) kept[(round * 1e5 + at) % 2e5] = { at, list: [at] };
      await setImmediate();
    }
    console.log(getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return Number(stdout) / 1024 / 1024;
}

test('the space for new objects stops growing', async () => {
  const [free, limited] = await Promise.all([youngMegabytes(''), youngMegabytes('limitYoungGeneration();')]);
  expect(limited).toBeLessThanOrEqual(32);
  expect(free).toBeGreaterThan(limited);
});
