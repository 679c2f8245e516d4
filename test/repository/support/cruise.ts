import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROGRAM = join(import.meta.dirname, '../../../node_modules/.bin/depcruise');

/** What was looked at, and what breaks a rule of `.dependency-cruiser.mjs`. */
export interface Cruise {
  readonly violations: readonly {
    readonly from: string;
    readonly to: string;
    readonly rule: { readonly name: string };
  }[];
  readonly modules: readonly string[];
}

/** What `npm run boundaries` finds in a folder. A broken rule ends it with another exit code than 0, which is no fault here. */
export async function cruise(cwd: string): Promise<Cruise> {
  const args = [PROGRAM, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  const { modules, summary } = JSON.parse(stdout);
  return { violations: summary.violations, modules: modules.map(({ source }: { source: string }) => source) };
}
