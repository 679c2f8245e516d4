import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { mustRun } from './run-program.ts';

/**
 * Path of a Chromium or Chrome; as root on Debian, its package is installed when there is none.
 *
 * @throws when there is none and it can't be installed
 */
export async function findChromium(): Promise<string> {
  const found = installed();
  if (found !== null) return found;
  if (process.getuid?.() !== 0) throw new Error('no Chromium on PATH; install one, or run as root on Debian');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await mustRun(['apt-get', 'update', '-qq'], { env });
  await mustRun(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-color-emoji'], {
    env,
  });
  const brought = installed();
  if (brought === null) throw new Error('the package chromium was installed, but brought no program');
  return brought;
}

function installed(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}
