import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERIFIED_RUNS } from './verify-run.ts';

/** Where the machine keeps temporary files: for what is worth keeping from one run of the tests to the next. */
export const SHARED_TEMPORARY = process.env['SHARED_TMPDIR'] ?? tmpdir();

/** A run of the tests has a temporary folder of its own, which goes with all that they left in it. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'agent-eval-tests-'));
  process.env['SHARED_TMPDIR'] = SHARED_TEMPORARY;
  process.env['TMPDIR'] = folder;
  return () => {
    tellVerified(join(folder, VERIFIED_RUNS));
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Prints how many runs of the bundle were verified, and of which kinds. */
function tellVerified(file: string): void {
  if (!existsSync(file)) return;
  const runs: string[][] = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const kinds = Object.entries(Object.groupBy(runs.flat(), (kind) => kind)).map(
    ([kind, all]) => `${all?.length} ${kind}`,
  );
  console.log(`verdict.json of ${runs.length} runs derived again, byte for byte: ${kinds.sort().join(', ')}`);
}
