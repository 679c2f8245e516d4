import { importedFiles } from './imported-files.ts';

/** What a command says about the files of the repository that it runs. */
export interface Command {
  /** Possible places of its programs: files, or folders. */
  readonly programs: readonly string[];
  /** Code that it holds itself, so that it need not name a program; as a path and a text. */
  readonly code: readonly [path: string, text: string] | null;
  /** Names of files that decide how its programs start, in their folders, in that of the config, and above. */
  readonly launchers: readonly string[];
}

/** Reads a command, its own program first, or the line of a script. */
export function readCommand(command: readonly string[]): Command {
  const words = command.flatMap((argument) => [argument, ...pathWords(argument)]);
  const names = new Set(words.map(programName));
  const program = programName(command[0] ?? '');
  const isInterpreter = INTERPRETERS.test(program);
  const at = isInterpreter ? command.findIndex((word) => CODE_FOLLOWS.test(word)) : -1;
  const text = at === -1 || SHELLS.test(program) ? undefined : command[at + 1];
  const module = command[command.indexOf('-m') + 1] ?? '';
  const programs = [...new Set(words)].filter(
    (word, i) => word !== text && !word.startsWith('-') && (/[./]/.test(word) || (isInterpreter && i > 0)),
  );
  return {
    programs: [...programs, ...(program.startsWith('python') ? moduleFiles(module) : [])].filter(isOfRepository),
    code: text === undefined ? null : [program.startsWith('python') ? '-.py' : '-.js', text],
    launchers: LAUNCHERS.flatMap(([programs, files]) => ([...names].some((name) => programs.test(name)) ? files : [])),
  };
}

/** Paths that a file which launches a check may name: options of npm, recipes, plugins of pytest, lines of a shell. */
export function launchedBy(path: string, text: string): readonly string[] {
  const head = text.slice(0, LONGEST_TEXT);
  const words = SCRIPTS.test(path) ? pathWords(head).filter((word) => /[./]/.test(word)) : [];
  const plugins = PYTEST_SETTINGS.test(path) ? [...head.matchAll(/-p[ =]?([\w.]{1,200})/g)] : [];
  const modules = plugins.map(([, name = '']) => `${name.replaceAll('.', '/')}.py`);
  return [...words, ...modules].filter(isOfRepository);
}

/** The imports of code on a command line. */
export function importsOf([path, text]: NonNullable<Command['code']>): readonly string[] {
  return importedFiles(path, text);
}

/** What a text holds that may be a path or a name. */
export function pathWords(text: string): readonly string[] {
  return text
    .split(/[\s"'`;|&()<>[\]${}=,:]+/)
    .filter((word) => word !== '' && !word.startsWith('-') && word.length <= LONGEST_WORD);
}

function programName(word: string): string {
  return (word.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:exe|cmd)$/, '').replace(/^py\.test$/, 'pytest');
}

/** Installed packages are no part of the repository. */
export function isOfRepository(path: string): boolean {
  return !path.split('/').some((step) => step === 'node_modules' || step === '.venv' || step === 'venv');
}

/** A package first runs its `__init__` files, and those of the packages above it. */
function moduleFiles(name: string): readonly string[] {
  const steps = name.split('.');
  const path = steps.join('/');
  const packages = steps.map((_, i) => `${steps.slice(0, i + 1).join('/')}/__init__.py`);
  return [`${path}.py`, `${path}.pyc`, `${path}/__main__.py`, `${path}/__main__.pyc`, ...packages];
}

const SHELLS = /^(?:ba|z|da|k)?sh$/;
const INTERPRETERS = /^(?:python|pytest|node|deno|bun|tsx|ts-node|ruby|perl|php|(?:ba|z|da|k)?sh)[\d.]*$/;
const CODE_FOLLOWS = /^(?:-[a-z]*c|-[ep]|-pe|--eval|--print)$/i;
/** Files whose words are paths: shell scripts, recipes, and settings that name what is loaded. */
const SCRIPTS = /\.(?:sh|bash|zsh)$|(?:^|\/)(?:[^./]+|\.npmrc|tsconfig[^/]*\.json|Taskfile\.ya?ml)$/;
const PYTEST_SETTINGS = /(?:^|\/)(?:\.?pytest\.(?:ini|toml)|setup\.cfg|tox\.ini|pyproject\.toml)$/;
/** No path is longer. */
const LONGEST_WORD = 4_096;
const LONGEST_TEXT = 1_000_000;

/** What sets pytest up. */
export const PYTEST = 'conftest.py pytest.ini .pytest.ini pytest.toml .pytest.toml setup.cfg tox.ini pyproject.toml';
const PACKAGES = '.npmrc .yarnrc .yarnrc.yml pnpm-workspace.yaml .pnpmfile.cjs';
const TYPES = 'tsconfig.json tsconfig.base.json bunfig.toml deno.json deno.jsonc';
/** How files of JavaScript and TypeScript end. */
export const SCRIPT_ENDINGS = ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts'];
/** What sets runners of JavaScript up. */
export const RUNNERS = [
  'vitest.config',
  'vitest.workspace',
  'vite.config',
  'jest.config',
  'playwright.config',
  'evalite.config',
]
  .flatMap((name) => SCRIPT_ENDINGS.map((ending) => `${name}.${ending}`))
  .join(' ');

/** What decides how a program starts, by its name. */
const LAUNCHERS = (
  [
    [/^pytest$/, PYTEST],
    [/^(?:uvx?|poetry|pdm|pipenv|hatch|tox|nox)$/, 'pyproject.toml uv.toml poetry.toml tox.ini noxfile.py Pipfile'],
    [/^node$/, 'package.json'],
    [/^(?:deno|bun|tsx|ts-node)$/, `package.json ${TYPES}`],
    [/^(?:npx|npm|pnpm|pnpx|yarn|bunx|vitest|jest)$/, `package.json ${PACKAGES} ${TYPES} ${RUNNERS}`],
    [/^g?make$/, 'Makefile makefile GNUmakefile'],
    [/^just$/, 'justfile Justfile .justfile'],
    [/^task$/, 'Taskfile.yml Taskfile.yaml'],
    [/^(?:ruby|bundle|rake|rspec)$/, 'Gemfile Rakefile .rspec .bundle/config'],
    [/^cargo$/, 'Cargo.toml .cargo/config.toml build.rs'],
    [/^go$/, 'go.mod go.work'],
  ] as const
).map(([programs, files]) => [programs, files.split(' ')] as const);
