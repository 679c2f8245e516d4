import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readPolicy } from '#commands/cli/judged/read-policy.ts';
import { newFolder } from '#test/support/new-folder.ts';

const EXAMPLE = join(import.meta.dirname, '../../../examples/judge');
const JUDGE = 'a'.repeat(64);

let folder: string;

beforeEach(() => {
  folder = newFolder('read-policy');
  cpSync(EXAMPLE, folder, { recursive: true });
});

const policy = async () => (await readPolicy(join(folder, 'agent-eval.yml'), null))?.policy;

function calibrated(): void {
  const criteria = { confirms_amount: { good: { met: 28, of: 30 }, bad: { not_met: 24, of: 30 } } };
  writeFileSync(join(folder, 'judge-calibration.json'), JSON.stringify({ version: 1, judge: JUDGE, criteria }));
}

test('stored results are judged with what the calibration beside the config knows of its judge', async () => {
  expect((await policy())?.judge?.criteria).toEqual({});
  calibrated();
  expect((await policy())?.judge).toMatchObject({ of: JUDGE, criteria: { confirms_amount: { m1: 30, m0: 30 } } });
});

test('its labels do not count where the cases, which say what they answer, can not be read', async () => {
  calibrated();
  rmSync(join(folder, 'evals'), { recursive: true });
  expect((await policy())?.judge?.criteria ?? {}).toEqual({});
  expect((await policy())?.pass_rate.max_drop).toBe(0.02);
});
