import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { mustRun } from './run-program.ts';

/** The comment that the demo shows, as it leaves it in its folder. */
export async function demoComment(): Promise<string> {
  return inDemo(({ folder }) => readFile(join(folder, 'results-pull-request-2', 'comment.md'), 'utf8'));
}

/** What people see of the demo's red pull request. */
export interface DemoPictures {
  readonly comment: string;
  /** What the demo prints. */
  readonly terminal: string;
  /** The HTML report of main's last run and the pull request. */
  readonly report: string;
  /** The command that shows its first broken case, and what it prints. */
  readonly show: string;
}

/** All of them, from one run. */
export async function demoPictures(): Promise<DemoPictures> {
  return inDemo(async ({ folder, terminal, program }) => {
    const cli = (...args: string[]) =>
      mustRun([process.execPath, program, ...args], { cwd: folder, env: { ...process.env, COLUMNS: '110' } });
    const [main, here] = ['results-main-3/results.json', 'results-pull-request-2'];
    await cli('report', main, `${here}/results.json`, '--output', 'report.html');
    const output = await cli('show', 'refund-cracked-mug', '--output', here, '--baseline', main);
    return {
      comment: await readFile(join(folder, here, 'comment.md'), 'utf8'),
      terminal,
      report: await readFile(join(folder, 'report.html'), 'utf8'),
      show: `$ npx github:org/agent-eval-action show refund-cracked-mug\n\n${output.trimEnd()}`,
    };
  });
}

interface Demo {
  /** With configs, cases and results of its runs. */
  readonly folder: string;
  readonly terminal: string;
  /** The command as npx starts it: what is printed names how it was started. */
  readonly program: string;
}

async function inDemo<T>(use: (demo: Demo) => Promise<T>): Promise<T> {
  const scratch = newFolder('demo');
  const cache = join(scratch, '_npx', 'demo');
  const program = join(cache, 'node_modules', '.bin', 'agent-eval');
  await mkdir(dirname(program), { recursive: true });
  await symlink(CLI_BUNDLE, program);
  await writeFile(join(cache, 'package.json'), '{"_npx": {"packages": ["github:org/agent-eval-action"]}}');
  const env = { ...process.env, TMPDIR: scratch };
  const terminal = await mustRun([process.execPath, program, 'demo', '--keep'], { env });
  const folder = (await readdir(scratch)).find((name) => name.startsWith('agent-eval-demo-')) ?? '';
  return use({ folder: join(scratch, folder), terminal, program });
}
