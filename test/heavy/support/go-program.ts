import { join } from 'node:path';
import { cachedFolder } from './cached-folder.ts';
import { mustRun } from './run-program.ts';

/**
 * Builds a program from the Go module proxy into the cache, and gives its path.
 *
 * @param source package with its exact version, such as `github.com/rhysd/actionlint/cmd/actionlint@v1.7.12`
 * @throws when there is no Go, or the module can't be had
 */
export async function goProgram(name: string, source: string): Promise<string> {
  const version = await mustRun(['go', 'version']);
  const folder = await cachedFolder(name, [version, source], async (target) => {
    await mustRun(['go', 'install', source], { env: { ...process.env, GOBIN: target, GOFLAGS: '-modcacherw' } });
  });
  return join(folder, name);
}
