import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const MODULE = resolve('src/process/heap-growth.ts');

/** MB of the nursery of a process that keeps 600,000 objects, after `first`. */
async function megabytesAfter(first: string): Promise<number> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    `${first}\n${KEEP}`,
  ]);
  expect(stderr).toBe('');
  return Number(stdout);
}

const KEEP = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { setTimeout } from 'node:timers/promises';
  const kept = [];
  for (let round = 0; round < 60; round += 1) {
    for (let i = 0; i < 10_000; i += 1) kept.push({ i, text: String(i), list: [i] });
    await setTimeout(25);
  }
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20);`;

describe('the nursery of the engine', () => {
  it('grows without bound, and as far as trials need it or not at all once it is held', async () => {
    const [alone, held, grown] = await Promise.all([
      megabytesAfter(''),
      megabytesAfter(`import { holdNursery } from '${MODULE}'; holdNursery();`),
      megabytesAfter(`import { growForTrials, holdNursery } from '${MODULE}'; holdNursery(); growForTrials(); `),
    ]);
    expect(alone).toBeGreaterThan(20);
    expect(held).toBeLessThan(4);
    expect(grown).toBeGreaterThan(4);
    expect(grown).toBeLessThanOrEqual(32);
  }, 60_000);
});
