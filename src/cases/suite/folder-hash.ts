import { hashJson } from '#common/hash-json.ts';

/** Whether a path is inside a folder of installed packages, compiled files or git's own: what is there belongs to one machine. */
export function isMade(path: string): boolean {
  return path.split('/').some((step) => MADE.includes(step));
}

/** Names of such folders. */
export const MADE: readonly string[] = ['node_modules', '__pycache__', '.git', '.venv', 'venv'];

/**
 * sha256 (hex) of a folder's content.
 *
 * @param files git's own hash of each file (of a link: of its target's path), by path from the folder
 */
export function folderHash(files: ReadonlyMap<string, string>): string {
  return hashJson([...files].sort(([left], [right]) => (left < right ? -1 : 1)).map(([path, hash]) => [path, hash]));
}
