/** Linters of other people over the workflows that we run and those that we hand out. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { starterFiles } from '../../src/cli/starter-files.ts';
import { goProgram } from './support/go-program.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';
import { runProgram } from './support/run-program.ts';
import { inScratchFolder } from './support/scratch-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const actionlint = await peer('actionlint from the Go module proxy', () =>
  goProgram('actionlint', 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12'),
);

describe.skipIf(actionlint.missing)('actionlint', () => {
  /** Without the linters it would call if they happened to be installed, so that every machine says the same. */
  async function lint(name: string, text: string): Promise<readonly LintProblem[]> {
    const command = [actionlint.get(), '-format', '{{json .}}', '-shellcheck=', '-pyflakes=', '-stdin-filename', name, '-'];
    const { stdout, stderr } = await runProgram([command[0] ?? '', ...command.slice(1)], { cwd: ROOT, input: text });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }

  test.each(await workflows())('has nothing against $name', async ({ name, text }) => {
    expect(await lint(name, text)).toEqual([]);
  });

  test('would object to a workflow that can not run', async () => {
    const [workflow] = await workflows();
    const broken = workflow?.text.replace('runs-on: ubuntu-latest', 'runs-on: ubuntu-oldest') ?? '';
    expect(await lint('broken.yml', broken)).toEqual([expect.objectContaining({ kind: 'runner-label' })]);
  });
});

const zizmor = await peer('zizmor from PyPI', async () => (await pythonEnvironment('zizmor')).program('zizmor'));

describe.skipIf(zizmor.missing)('zizmor', () => {
  /** Findings of medium severity or higher in a folder of workflows or in single ones. */
  async function audit(...paths: readonly string[]): Promise<readonly string[]> {
    const command = [...ZIZMOR_OPTIONS, ...paths];
    const { stdout, stderr, exitCode } = await runProgram([zizmor.get(), ...command], { cwd: ROOT });
    expect([0, 11, 12, 13, 14], stderr).toContain(exitCode);
    const findings: readonly ZizmorFinding[] = JSON.parse(stdout);
    return findings.map(({ ident, determinations }) => `${ident} (${determinations.severity})`).sort();
  }

  test('finds nothing of medium severity or higher in our workflows and in action.yml', async () => {
    expect(await audit('.github/workflows', 'action.yml')).toEqual([]);
  });

  test.each(await workflows())('finds nothing but what is explained in $name', async ({ name, text }) => {
    await inScratchFolder(async (folder) => {
      const path = join(folder, '.github', 'workflows', 'workflow.yml');
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      const ours = name.startsWith('.github/');
      expect((await audit(path)).filter((finding) => ours || !(finding in ACCEPTED_IN_EXAMPLES))).toEqual([]);
    });
  });

  test('would object to an expression in a shell script', async () => {
    await inScratchFolder(async (folder) => {
      const path = join(folder, '.github', 'workflows', 'workflow.yml');
      await mkdir(dirname(path), { recursive: true });
      const [workflow] = await workflows();
      const run = `      - run: echo "\${{ github.event.pull_request.title }}"\n`;
      await writeFile(path, `${workflow?.text.trimEnd()}\n${run}`);
      expect(await audit(path)).toContain('template-injection (High)');
    });
  });
});

const ZIZMOR_OPTIONS = ['--offline', '--no-progress', '--no-config', '--min-severity=medium', '--format=json-v1'];

/** What is accepted in workflows that people copy, each with its reason; in our own workflows nothing is. */
const ACCEPTED_IN_EXAMPLES: Readonly<Record<string, string>> = {};

/** Our own workflows, those of the examples, and the one that `init` writes. */
async function workflows(): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const own = (await readdir(join(ROOT, '.github/workflows'))).map((file) => `.github/workflows/${file}`);
  const folders = await readdir(join(ROOT, 'examples'), { withFileTypes: true });
  const examples = folders.filter((one) => one.isDirectory()).map(({ name }) => `examples/${name}/workflow.yml`);
  const read = async (name: string) => ({ name, text: await readFile(join(ROOT, name), 'utf8') });
  const starter = starterFiles('python').find(({ path }) => path.startsWith('.github/workflows/'));
  return [
    ...(await Promise.all([...own, ...examples].map(read))),
    ...(starter === undefined ? [] : [{ name: 'the workflow of init', text: starter.text }]),
  ];
}

interface LintProblem {
  readonly message: string;
  readonly kind: string;
  readonly line: number;
}

interface ZizmorFinding {
  readonly ident: string;
  readonly determinations: { readonly severity: string };
}
