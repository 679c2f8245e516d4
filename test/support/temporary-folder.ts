import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the machine keeps temporary files: for what is worth keeping from one run of the tests to the next. */
export const SHARED_TEMPORARY = process.env['SHARED_TMPDIR'] ?? tmpdir();

/** A run of the tests has a temporary folder of its own, which goes with all that they left in it. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'agent-eval-tests-'));
  process.env['SHARED_TMPDIR'] = SHARED_TEMPORARY;
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
