import { execFile } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const npm = (cwd: string, ...args: readonly string[]) => run('npm', [...args], { cwd, maxBuffer: 2 ** 26 });

let scratch = '';
let url = '';

beforeAll(async () => {
  scratch = newFolder('package');
  const repository = join(scratch, 'agent-eval-action.git');
  await run('git', ['clone', '--quiet', '--bare', root, repository]);
  url = `git+file://${repository}`;
});

describe('installed from its git repository', () => {
  test('npm installs this package and no other, and the terminal command runs', async () => {
    const app = await mkdtemp(join(scratch, 'app-'));
    await npm(app, 'init', '--yes');
    await npm(app, 'install', '--save-dev', url);
    const installed = await readdir(join(app, 'node_modules'));
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['agent-eval-action']);
    const { stdout } = await run(join(app, 'node_modules/.bin/agent-eval'), ['demo'], { cwd: app });
    expect(stdout).toContain('Agent eval failed: refund-cracked-mug and refund-wrong-size broke');
  });

  test('npx runs it where nothing is installed', async () => {
    const { stdout } = await npm(await mkdtemp(join(scratch, 'empty-')), 'exec', '--yes', '--', url, 'demo');
    expect(stdout).toContain('Agent eval failed: refund-cracked-mug and refund-wrong-size broke');
  });
});
