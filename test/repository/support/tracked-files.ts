import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Files that are or would be committed, relative to the root of the repository, sorted. */
export function trackedFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  const paths = new Set(listed.toString().split('\0'));
  return [...paths].filter((path) => path !== '' && existsSync(join(ROOT, path))).sort();
}
