import { resolve, sep } from 'node:path';
import { watch } from 'chokidar';

/** Folders of tools, never of an agent's source. */
const NEVER: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '__pycache__',
  '.venv',
  'venv',
  '.pytest_cache',
  '.mypy_cache',
]);

/**
 * Reports every saved, added or removed file below a folder, by its absolute path. Resolves when changes from now on are seen.
 *
 * @param without absolute paths of files and folders that are not watched, besides those of tools
 * @throws Error if the system can't watch so many files
 */
export async function watchFiles(
  folder: string,
  without: readonly string[],
  onChange: (path: string) => void,
): Promise<{ close(): Promise<void> }> {
  const left = new Set(without.map((path) => resolve(path)));
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => left.has(resolve(path)) || NEVER.has(path.slice(path.lastIndexOf(sep) + 1)),
  });
  for (const event of ['add', 'change', 'unlink'] as const) watcher.on(event, (path) => onChange(resolve(path)));
  await new Promise<void>((ready, failed) => {
    watcher.once('ready', ready);
    watcher.once('error', failed);
  });
  // A folder that vanishes while it is watched is no reason to end.
  watcher.on('error', () => {});
  return { close: () => watcher.close() };
}
