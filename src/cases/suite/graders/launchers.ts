import { isJsonObject } from '#common/json.ts';
import { ownValue } from '#common/json-differences.ts';
import { jsonOrUndefined } from '#common/json-text.ts';

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
  const words = command.flatMap((argument) => [argument, ...wordsOf(argument)]);
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
  const words = SCRIPTS.test(path) ? wordsOf(head).filter((word) => /[./]/.test(word)) : [];
  const plugins = PYTEST_SETTINGS.test(path) ? [...head.matchAll(/-p[ =]?([\w.]{1,200})/g)] : [];
  const modules = plugins.map(([, name = '']) => `${name.replaceAll('.', '/')}.py`);
  return [...words, ...modules].filter(isOfRepository);
}

/** Paths that the settings of a runner of tests may name: what is loaded before the tests. */
export function loadedBy(path: string, text: string): readonly string[] {
  const said = PROMPTFOO.test(path) ? withoutPromptfooAgent(text) : text;
  const values = [...said.matchAll(LOADING)].map(([, value = '']) => value);
  // What is no plain text may be put together from any of the config's.
  const isPlain = values.every((value) => PLAIN.test(value));
  const any = isPlain ? [] : wordsOf(said).filter((word) => /[./]/.test(word));
  const [, plugins = ''] = /\bpytest_plugins\b[^=\n]*=\s*([[(][^\])]*|.*)/.exec(said) ?? [];
  const modules = wordsOf(plugins).map((name) => `${name.replaceAll('.', '/')}.py`);
  return [
    ...[...values.flatMap(wordsOf), ...any].flatMap((name) => [
      name,
      ...SCRIPT_ENDINGS.map((ending) => `${name}.${ending}`),
    ]),
    ...[...modules, ...launchedBy(path, said), ...preloaded(said.split(/[\s"'`]+/))],
  ].filter(isOfRepository);
}

/** A config of promptfoo without the sections whose files are the agent's. */
function withoutPromptfooAgent(text: string): string {
  const config = jsonOrUndefined(text);
  if (isJsonObject(config)) {
    const { prompts: _, providers: __, targets: ___, ...tests } = config;
    return JSON.stringify(tests);
  }
  const sections = text.split(/^(?=[\w"'])/m);
  return sections.filter((section) => !/^["']?(?:prompts|providers|targets)\b/.test(section)).join('');
}

/** Files that a command has a runner load before its tests: `--import ./x.mjs`, `--config=a.ts`, `-p evals.plugin`. */
export function preloaded(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const [, option = '', value = words[at + 1] ?? ''] = /^(--?[a-zA-Z-]+)(?:=(.*))?$/.exec(word) ?? [];
    return PRELOADS.test(option) ? [value, `${value.replaceAll('.', '/')}.py`] : [];
  });
}

/** What a file says for a runner of tests, if it has other readers too; `null`: all of it does. Empty: nothing does. */
export function runnersPart(path: string, text: string, words: readonly string[]): string | null {
  if (/(?:^|\/)package\.json$/.test(path)) {
    const manifest = jsonOrUndefined(text);
    if (!isJsonObject(manifest)) return null;
    const { scripts } = manifest;
    const names = words.flatMap((word) => [word, `pre${word}`, `post${word}`]);
    const lines = isJsonObject(scripts) ? names.flatMap((name) => ownValue(scripts, name) ?? []) : [];
    const own = ['jest', 'mocha', 'ava', 'vitest'].flatMap((name) => ownValue(manifest, name) ?? []);
    return [...lines, ...own].map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');
  }
  if (!/(?:^|\/)(?:setup\.cfg|tox\.ini|pyproject\.toml)$/.test(path)) return null;
  return text
    .split(/^(?=\[)/m)
    .filter((section) => /^\[[^\]\n]*pytest/.test(section))
    .join('');
}

/** The imports of code on a command line. */
export function importsOf([path, text]: NonNullable<Command['code']>): readonly string[] {
  return importedFiles(path, text);
}

function wordsOf(text: string): readonly string[] {
  return text
    .split(/[\s"'`;|&()<>[\]${}=,:]+/)
    .filter((word) => word !== '' && !word.startsWith('-') && word.length <= LONGEST_WORD);
}

function programName(word: string): string {
  return (word.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:exe|cmd)$/, '').replace(/^py\.test$/, 'pytest');
}

/** Installed packages are no part of the repository. */
function isOfRepository(path: string): boolean {
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

const PYTEST = 'conftest.py pytest.ini .pytest.ini pytest.toml .pytest.toml setup.cfg tox.ini pyproject.toml';
const PACKAGES = '.npmrc .yarnrc .yarnrc.yml pnpm-workspace.yaml .pnpmfile.cjs';
const TYPES = 'tsconfig.json tsconfig.base.json bunfig.toml deno.json deno.jsonc';
const SCRIPT_ENDINGS = ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts'];
const RUNNERS = ['vitest.config', 'vitest.workspace', 'vite.config', 'jest.config', 'playwright.config']
  .flatMap((name) => SCRIPT_ENDINGS.map((ending) => `${name}.${ending}`))
  .join(' ');

/** Files that set runners of tests up, in the folder of a test or above. */
export const RUNNER_SETTINGS: readonly string[] = [
  ...`${PYTEST} ${RUNNERS} .npmrc package.json jest.config.json vitest.workspace.json bunfig.toml`.split(' '),
  ...['js', 'cjs', 'mjs', 'json', 'jsonc', 'yml', 'yaml'].map((ending) => `.mocharc.${ending}`),
  ...['evalite.config.ts', 'evalite.config.js', 'evalite.config.mts', 'evalite.config.mjs', 'test_config.json'],
  ...['yaml', 'yml', 'json', 'js', 'ts', 'mjs', 'cjs', 'py'].map((ending) => `promptfooconfig.${ending}`),
];

/** Whether a file sets runners of tests up, by its name: also a config of another name that a command names. */
export function isRunnerSetting(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return RUNNER_SETTINGS.includes(name) || /\.(?:config|workspace)\.[cm]?[jt]s$/.test(name);
}

/** Keys of settings that name what is loaded, with their values. */
const LOADING =
  /\b(?:setupFiles(?:AfterEnv)?|global(?:Setup|Teardown)|require|import|preload|file|testEnvironment|environment|reporters?|runner|testRunner|snapshotSerializers)["']?\s*[:=]\s*(\[[^\]]*\]?|[^,\n]*)/g;
/** A value that is a text, a list of texts, or none. */
const PLAIN =
  /^(?:\[(?:[\s,]|"[^"\\\n]*"|'[^'\\\n]*')*\]|(?:"[^"\\\n]*"|'[^'\\\n]*'|true|false|null|undefined)?[\s})\];]*)$/;
const PROMPTFOO = /(?:^|\/)promptfooconfig\.(?:ya?ml|json)$/;
const PRELOADS =
  /^(?:-r|-c|-p|--(?:import|require|loader|experimental-loader|preload|config|config-file|file|setupFiles(?:AfterEnv)?|globalSetup|globalTeardown))$/;

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
