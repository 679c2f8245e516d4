import { importedFiles } from './imported-files.ts';
import { mentionedFiles } from './mentioned-files.ts';

/** The files of the workspace that a check's command names: paths relative to the folder of the config. */
export interface CheckProgram {
  /** Files or folders, if they exist. */
  readonly paths: readonly string[];
  /** Possible places of files that code on the command line imports. */
  readonly imports: readonly string[];
  /** Its program is on the command line itself, so nothing of it is unknown. */
  readonly is_inline: boolean;
  /** The script of a package.json that it runs; `null`: none. */
  readonly script: string | null;
}

/** Reads a command: paths among its arguments, modules of Python, code for `-c` and `-e`, scripts of package managers. */
export function checkProgram(command: readonly string[]): CheckProgram {
  const [first = '', ...args] = command;
  const program = (first.split(/[\\/]/).at(-1) ?? '').replace(/\.exe$/, '');
  const script = MANAGERS.test(program) ? scriptOf(args) : null;
  const code = codeOf(program, args);
  const isInterpreter = INTERPRETERS.test(program);
  const paths = command.flatMap((argument, i): readonly string[] => {
    if (argument === code) return [];
    if (i > 0 && command[i - 1] === '-m') return pythonModule(argument);
    const value = argument.startsWith('-') ? argument.slice(argument.indexOf('=') + 1) : argument;
    const mayBePath = /[./]/.test(value) || (isInterpreter && i > 0);
    return mayBePath && !value.startsWith('-') ? [value] : [];
  });
  const inline = code === null ? null : `${INLINE}.${languageOf(program)}`;
  return {
    paths: [...paths, ...(inline === null || code === null ? [] : mentionedFiles(inline, code))].filter(isOfRepository),
    imports: inline === null || code === null ? [] : importedFiles(inline, code),
    is_inline: code !== null && !SHELLS.test(program),
    script,
  };
}

/** Paths that a line of a shell may name. */
export function pathsOfLine(line: string): readonly string[] {
  return mentionedFiles(`${INLINE}.sh`, line).filter(isOfRepository);
}

/** Installed packages are no part of the repository. */
function isOfRepository(path: string): boolean {
  return !path.split('/').some((step) => step === 'node_modules' || step === '.venv' || step === 'venv');
}

const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;
const SHELLS = /^(?:ba|z|da|k)?sh$/;
const INTERPRETERS = /^(?:python|pytest|node|deno|bun|tsx|ts-node|ruby|perl|php|(?:ba|z|da|k)?sh)[\d.]*$/;
const INLINE = '-';

function scriptOf(args: readonly string[]): string | null {
  const words = args.filter((argument) => !argument.startsWith('-'));
  return (words[0] === 'run' || words[0] === 'run-script' ? words[1] : words[0]) ?? null;
}

function codeOf(program: string, args: readonly string[]): string | null {
  const flag = SHELLS.test(program) || program.startsWith('python') ? /^-[a-z]*c$/i : /^(?:-[ep]|-pe|--eval|--print)$/;
  if (!INTERPRETERS.test(program)) return null;
  const at = args.findIndex((argument) => flag.test(argument));
  return at === -1 ? null : (args[at + 1] ?? null);
}

function languageOf(program: string): string {
  if (program.startsWith('python')) return 'py';
  return SHELLS.test(program) ? 'sh' : 'js';
}

/** A package first runs its `__init__` files, and those of the packages above it. */
function pythonModule(name: string): readonly string[] {
  const steps = name.split('.');
  const path = steps.join('/');
  const packages = steps.map((_, i) => `${steps.slice(0, i + 1).join('/')}/__init__.py`);
  return [`${path}.py`, `${path}.pyc`, `${path}/__main__.py`, `${path}/__main__.pyc`, ...packages];
}
