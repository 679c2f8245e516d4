/** Linters of other people over the workflows that we run and those that we hand out. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { starterFiles } from '#commands/cli/starter/starter-files.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { ofKind } from '../repository/support/documents.ts';
import { goProgram } from './support/go-program.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';
import { runProgram } from './support/run-program.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const WORKFLOWS = allWorkflows();

const actionlint = await peer('actionlint from the Go module proxy', () =>
  goProgram('actionlint', 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12'),
);

describe.skipIf(actionlint.missing)('actionlint', () => {
  /** Without the linters it would call if they happened to be installed, so that every machine says the same. */
  async function lint(name: string, text: string): Promise<readonly LintProblem[]> {
    const options = ['-format', '{{json .}}', '-shellcheck=', '-pyflakes=', '-stdin-filename', name, '-'];
    const { stdout, stderr } = await runProgram([actionlint.get(), ...options], { cwd: ROOT, input: text });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }

  test.each(WORKFLOWS)('has nothing against $name', async ({ name, text }) => {
    expect(await lint(name, text)).toEqual([]);
  });

  test('would object to a workflow that can not run', async () => {
    const broken = WORKFLOWS[0]?.text.replace('runs-on: ubuntu-latest', 'runs-on: ubuntu-oldest') ?? '';
    expect(await lint('broken.yml', broken)).toEqual([expect.objectContaining({ kind: 'runner-label' })]);
  });
});

const zizmor = await peer('zizmor from PyPI', async () => (await pythonEnvironment('zizmor')).program('zizmor'));

describe.skipIf(zizmor.missing)('zizmor', () => {
  /** Findings of medium severity or higher in files or folders here. */
  async function auditPaths(...paths: readonly string[]): Promise<readonly string[]> {
    const { stdout, stderr } = await runProgram([zizmor.get(), ...ZIZMOR_OPTIONS, ...paths], { cwd: ROOT });
    expect(stdout, stderr).not.toBe('');
    const findings: readonly ZizmorFinding[] = JSON.parse(stdout);
    return findings.map(({ ident, determinations }) => `${ident} (${determinations.severity})`).sort();
  }

  /** The same in the text of a workflow. */
  async function audit(text: string): Promise<readonly string[]> {
    const path = join(newFolder('audit'), '.github', 'workflows', 'workflow.yml');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return auditPaths(path);
  }

  test('finds nothing of medium severity or higher in our workflows, dependabot.yml and action.yml', async () => {
    expect(await auditPaths('.github/workflows', '.github/dependabot.yml', 'action.yml')).toEqual([]);
  });

  test.each(WORKFLOWS)('finds nothing but what is explained in $name', async ({ name, text }) => {
    const accepted = name.startsWith('.github/') ? [] : Object.keys(ACCEPTED_IN_EXAMPLES);
    const reports = text.includes('mode: report') ? Object.keys(ACCEPTED_IN_REPORTS) : [];
    const starts = /^\s+issue_comment:/m.test(text) ? Object.keys(ACCEPTED_IN_COMMANDS) : [];
    const known = [...accepted, ...reports, ...starts];
    expect((await audit(text)).filter((finding) => !known.includes(finding))).toEqual([]);
  });

  test('asks for the reason why a report is run on workflow_run, which is given', async () => {
    const report = WORKFLOWS.find(({ text }) => text.includes('mode: report'));
    expect(await audit(report?.text ?? '')).toEqual(expect.arrayContaining(Object.keys(ACCEPTED_IN_REPORTS)));
    expect(report?.text).not.toContain('actions/checkout');
    expect(report?.text).not.toMatch(/^\s*-? *run:/m);
  });

  test('would object to an expression in a shell script', async () => {
    const step = '      - run: echo "${{ github.event.pull_request.title }}"\n';
    expect(await audit(`${WORKFLOWS.at(-1)?.text.trimEnd()}\n${step}`)).toContain('template-injection (High)');
  });
});

const ZIZMOR_OPTIONS = ['--offline', '--no-progress', '--no-config', '--min-severity=medium', '--format=json-v1'];

/** What is accepted in workflows that people copy, each with its reason; in our own workflows nothing is. */
const ACCEPTED_IN_EXAMPLES: Readonly<Record<string, string>> = {
  'unpinned-uses (High)':
    'a version tag is what a newcomer can read; whoever wants a commit pins it, as our own workflows do',
};

/** What is accepted in the workflow that reports on forks. */
const ACCEPTED_IN_REPORTS: Readonly<Record<string, string>> = {
  'dangerous-triggers (High)':
    'a report needs a token that may comment; it checks nothing out, runs nothing of the pull request, and reads its artifact as data',
};

/** What is accepted in the workflow that a comment starts. */
const ACCEPTED_IN_COMMANDS: Readonly<Record<string, string>> = {
  'dangerous-triggers (High)':
    'it checks nothing out, has no secret, and the action, which hears only who may push, starts the workflow of the branch',
};

/** Our own workflows, those of the examples and of the documents, and the one that `init` writes. */
function allWorkflows(): readonly Workflow[] {
  const read = (name: string) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') });
  const own = readdirSync(join(ROOT, '.github/workflows')).map((file) => `.github/workflows/${file}`);
  const folders = readdirSync(join(ROOT, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const starters = starterFiles('python').filter(({ path }) => path.startsWith('.github/workflows/'));
  return [
    ...own.map(read),
    ...folders.map(({ name }) => read(`examples/${name}/workflow.yml`)),
    ...[...ofKind('workflow'), ...ofKind('starting workflow')].map(({ place, text }) => ({ name: place, text })),
    ...starters.map(({ text }) => ({ name: 'the workflow of init', text })),
  ];
}

interface Workflow {
  readonly name: string;
  readonly text: string;
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
