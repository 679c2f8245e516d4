import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../support/run-program.ts';

test('dist is what the sources give', async () => {
  const cwd = join(import.meta.dirname, '../../..');
  const checked = await runProgram([process.execPath, 'scripts/check-fresh.ts'], { cwd });
  expect(checked).toExit(0);
});
