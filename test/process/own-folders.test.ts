import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeOwnFolders } from '#process/own-folders.ts';
import { newFolder } from '#test/support/new-folder.ts';

let temporary: string;

beforeEach(async () => {
  temporary = newFolder('own');
});

test('everything that names a home, a cache or a temporary folder names a new and empty one, in any spelling', async () => {
  const own = await makeOwnFolders(temporary);
  const shared = {
    HOME: '/of/everybody',
    TMPDIR: '/tmp',
    XDG_CACHE_HOME: '/c',
    npm_config_cache: '/n',
    PIP_CACHE_DIR: '/p',
  };
  const environment = own.environment({ ...shared, PATH: '/bin', FLAG: 'kept' });
  expect(environment).toMatchObject({ PATH: '/bin', FLAG: 'kept', GIT_CONFIG_NOSYSTEM: '1' });
  const others = Object.entries(environment).filter(
    ([name]) => !['PATH', 'FLAG', 'GIT_CONFIG_NOSYSTEM'].includes(name),
  );
  for (const [name, value] of others) expect(value, name).toMatch(temporary);
  expect(Object.keys(environment)).not.toContain('npm_config_cache');
  for (const name of ['HOME', 'TMPDIR', 'XDG_RUNTIME_DIR']) expect(await readdir(environment[name] ?? '')).toEqual([]);
  await own.close();
});

test('two sides have different ones, also one after the other', async () => {
  const homes = new Set<string | undefined>();
  for (let side = 0; side < 3; side += 1) {
    const own = await makeOwnFolders(temporary);
    homes.add(own.environment({})['HOME']);
    if (side > 0) await own.close();
  }
  expect(homes.size).toBe(3);
});

test('tools that a manager keeps in the home are found from another one', async () => {
  const home = join(temporary, 'home');
  await mkdir(join(home, '.pyenv'), { recursive: true });
  const own = await makeOwnFolders(temporary);
  expect(own.environment({ HOME: home })).toMatchObject({ PYENV_ROOT: join(home, '.pyenv') });
  expect(own.environment({ HOME: home, PYENV_ROOT: '/opt/pyenv' })).toMatchObject({ PYENV_ROOT: '/opt/pyenv' });
  expect(own.environment({ HOME: home })).not.toHaveProperty('RUSTUP_HOME');
});

test('nothing of them stays, whatever may not be written to any more', async () => {
  const own = await makeOwnFolders(temporary);
  const cache = own.environment({})['GOMODCACHE'] ?? '';
  await mkdir(join(cache, 'module'), { recursive: true });
  await writeFile(join(cache, 'module', 'file.go'), '', { mode: 0o400 });
  await chmod(join(cache, 'module'), 0o500);
  await chmod(cache, 0o500);
  await own.close();
  expect(await readdir(temporary)).toEqual([]);
});
