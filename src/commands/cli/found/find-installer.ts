import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '#runner/workspace/files/exists.ts';
import type { StarterLanguage } from './dependencies.ts';

/** How a project installs its packages. */
export interface Installer {
  readonly line: string;
  /** What stands before the file of a program. */
  readonly start: readonly string[];
  /** The starter agent needs the line even though it needs no packages. */
  readonly needed?: true;
  /** Folder of the project's own programs, with `/`; absent: they are on the path. */
  readonly bin?: string;
  /** Brings the installer itself to GitHub's machine, which has only pip, npm and the first yarn. */
  readonly brought_by?: string;
}

/**
 * By the lock file, so that both commits get exact versions: the folder's own, or that of the workspace around it.
 *
 * @param folder `cwd`, relative to the root of its repository
 */
export async function findInstaller(cwd: string, folder: string, language: StarterLanguage): Promise<Installer> {
  const own = await installerIn(cwd, LOCKS[language]);
  if (own !== null) return { ...own, line: own.line + (await furtherGroups(cwd, own.start[0])) };
  for (const above of foldersAbove(cwd, folder)) {
    const installer = (await isWorkspace(above)) ? await installerIn(above, LOCKS[language]) : null;
    if (installer !== null) return installer;
  }
  const unlocked = (await installerIn(cwd, UNLOCKED[language])) ?? LAST[language];
  if (!unlocked.line.startsWith('pip ') || !(await exists(join(cwd, VENV, 'python')))) return unlocked;
  return { line: `${MADE}, ${VENV}${unlocked.line}`, start: [`${VENV}python`], bin: VENV };
}

/** A virtual environment that is there has the packages; `python3` is its own only where a shell activated it. */
const VENV = '.venv/bin/';
/** Python makes none over a link to one. */
const MADE = `test -x ${VENV}python || python3 -m venv .venv`;

/** What Poetry and uv leave out unless it is named: optional groups, all but `dev`, and extras. Those of evals and tests may hold what the agent is run with. */
async function furtherGroups(cwd: string, program = ''): Promise<string> {
  if (program !== 'poetry' && program !== 'uv') return '';
  const text = await readFile(join(cwd, 'pyproject.toml'), 'utf8').catch(() => '');
  const named = (names: Iterable<RegExpExecArray>, pattern: RegExp) =>
    Array.from(names, ([, name = '']) => name).filter((name) => pattern.test(name));
  if (program === 'poetry') {
    const groups = text.matchAll(/^\[tool\.poetry\.group\.([\w-]+)\]\n(?:(?!\[).*\n)*?optional\s*=\s*true/gm);
    const names = named(groups, /eval|test|dev|agent/);
    return names.length === 0 ? '' : ` --with ${names.join(',')}`;
  }
  const keysOf = (table: string) => {
    const [, lines = ''] = new RegExp(`^\\[${table}\\]\\s*\\n((?:(?!\\[).*\\n?)*)`, 'm').exec(text) ?? [];
    return named(lines.matchAll(/^["']?([\w-]+)["']?\s*=/gm), /eval|test|agent/);
  };
  return [
    ...keysOf('dependency-groups').map((name) => ` --group ${name}`),
    ...keysOf('project\\.optional-dependencies').map((name) => ` --extra ${name}`),
  ].join('');
}

/** From the nearest to the root of the repository. */
function foldersAbove(cwd: string, folder: string): readonly string[] {
  const steps = folder === '' ? [] : folder.split('/');
  return steps.map((_, index) => join(cwd, '../'.repeat(index + 1)));
}

async function installerIn(folder: string, known: readonly Known[]): Promise<Installer | null> {
  for (const [file, installer, only] of known) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => null);
    if (text === null) continue;
    if (only === undefined || (await only(text, folder))) return installer;
  }
  return null;
}

async function isWorkspace(folder: string): Promise<boolean> {
  if (await exists(join(folder, 'pnpm-workspace.yaml'))) return true;
  const texts = await Promise.all(
    ['package.json', 'pyproject.toml'].map((file) => readFile(join(folder, file), 'utf8').catch(() => '')),
  );
  return texts.some((text) => /"workspaces"\s*:\s*[[{]|^\[tool\.uv\.workspace\]/m.test(text));
}

/** `only`: what must hold of the file's text and its folder. */
type Known = readonly [
  file: string,
  installer: Installer,
  only?: (text: string, folder: string) => boolean | Promise<boolean>,
];
type ByLanguage<T> = Readonly<Record<StarterLanguage, T>>;

const PIPENV = { start: ['pipenv', 'run', 'python'], brought_by: 'pipx install pipenv' };

const POETRY = { start: ['poetry', 'run', 'python'], brought_by: 'pipx install poetry' };

/** The packages of a project without building it. */
const UV_PIP: Installer = {
  line: 'uv pip install --python python3 -r pyproject.toml',
  start: ['python3'],
  brought_by: 'pipx install uv',
};

/** Whether the project can be built beside the folder of its cases: setuptools refuses two folders that it may take for packages. */
async function namesItsPackages(text: string, folder: string): Promise<boolean> {
  return (
    /^\s*(packages|py-modules)\s*=|^\[tool\.setuptools\.packages|^\s*build-backend\s*=\s*["'](?!setuptools)/m.test(
      text,
    ) || (await exists(join(folder, 'src')))
  );
}

/** Whether Poetry finds what the project is called: it ends with an error if it is to install what isn't there. */
async function isPackage(_: string, folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'pyproject.toml'), 'utf8').catch(() => '');
  const [, name = ''] = /^\s*name\s*=\s*["']([\w.-]+)["']/m.exec(text) ?? [];
  const module = name.replaceAll(/[-.]/g, '_');
  const places = [module, `${module}.py`, `src/${module}`, `src/${module}.py`].map((path) =>
    exists(join(folder, path)),
  );
  return /^\s*packages\s*=/m.test(text) || (module !== '' && (await Promise.all(places)).includes(true));
}

/** Yarn 2 and later may keep packages where only `yarn node` finds them, and has other options. */
const YARN_2: Installer = {
  line: 'yarn install --immutable --mode=skip-build',
  start: ['yarn', 'node'],
  brought_by: 'corepack enable',
};

const LOCKS: ByLanguage<readonly Known[]> = {
  python: [
    ['uv.lock', { line: 'uv sync --frozen', start: ['uv', 'run', 'python'], brought_by: 'pipx install uv' }],
    ['poetry.lock', { ...POETRY, line: 'poetry install' }, isPackage],
    ['poetry.lock', { ...POETRY, line: 'poetry install --no-root' }],
    ['Pipfile.lock', { line: 'pipenv sync', ...PIPENV }],
  ],
  node: [
    [
      'pnpm-lock.yaml',
      {
        line: 'pnpm install --frozen-lockfile --ignore-scripts',
        start: ['node'],
        brought_by: 'npm install --global pnpm',
      },
    ],
    ['.yarnrc.yml', YARN_2],
    ['yarn.lock', YARN_2, (text) => /^__metadata:/m.test(text)],
    ['yarn.lock', { line: 'yarn install --frozen-lockfile --ignore-scripts', start: ['node'] }],
    ['package-lock.json', { line: 'npm ci --ignore-scripts', start: ['node'] }],
  ],
  go: [],
};

const UNLOCKED: ByLanguage<readonly Known[]> = {
  python: [
    ['requirements.txt', { line: 'pip install -r requirements.txt', start: ['python3'] }],
    ['pyproject.toml', { line: 'pip install .', start: ['python3'] }, namesItsPackages],
    ['setup.py', { line: 'pip install .', start: ['python3'] }],
    ['pyproject.toml', UV_PIP],
    ['Pipfile', { line: 'pipenv install', ...PIPENV }],
  ],
  node: [['package.json', { line: 'npm install --ignore-scripts', start: ['node'] }]],
  go: [],
};

/** Of a folder in which nothing names packages yet. */
export const LAST: ByLanguage<Installer> = {
  python: { line: 'pip install -r requirements.txt', start: ['python3'] },
  node: { line: 'npm ci --ignore-scripts', start: ['node'] },
  // Compiled once: the first trials would each wait for it.
  go: { line: 'go build -o /dev/null evals/agent/agent.go', start: ['go', 'run'], needed: true },
};
