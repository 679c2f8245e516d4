/**
 * Which words of a program and its arguments name files of the workspace that it needs to start: the program itself if it is
 * written as a path, and the script for an interpreter. In doubt it names nothing: a program on PATH, unknown wrappers, folders
 * of installed packages, options that change the folder.
 */
export function programFiles(command: readonly string[]): readonly number[] {
  const [program = ''] = command;
  if (isPath(program)) return isInstalled(program) ? scriptOf(program, command) : [0, ...scriptOf(program, command)];
  return scriptOf(program, command);
}

function scriptOf(program: string, command: readonly string[]): readonly number[] {
  const name = program.replace(/^.*\//, '');
  const runner = INTERPRETERS.find(({ names }) => names.test(name));
  if (runner === undefined || command.some((word) => MOVES.test(word))) return [];
  const { scripts, first = 1 } = runner;
  const at = command.findIndex((word, i) => i >= first && scripts.test(word));
  const script = command[at] ?? '';
  const isFile = at > 0 && isRelative(script) && !isInstalled(script) && PLAIN.test(script);
  return isFile ? [at] : [];
}

/** A runner that takes a script of the workspace: the pattern of such scripts, and the first word that can be one; default 1. */
interface Interpreter {
  readonly names: RegExp;
  readonly scripts: RegExp;
  readonly first?: number;
}

const INTERPRETERS: readonly Interpreter[] = [
  { names: /^(python[\d.]*|uv|poetry|pipenv|pdm|rye|hatch)$/, scripts: /\.pyw?$/ },
  { names: /^(node|nodejs|deno|bun|tsx|ts-node)$/, scripts: /\.[cm]?[jt]sx?$/ },
  // Its first word is a package or an order.
  { names: /^(npx|bunx|yarn)$/, scripts: /\.[cm]?[jt]sx?$/, first: 2 },
  { names: /^(bash|sh|zsh|dash)$/, scripts: /\.(ba|z)?sh$/ },
  { names: /^(ruby|php|perl|lua|julia|Rscript)$/, scripts: /\.(rb|php|pl|lua|jl|R)$/ },
];

/** Words after which paths are no longer relative to the folder of the config. */
const MOVES = /^((-C|--cwd|--dir|--directory|--project|--prefix|--chdir)(=|$)|workspaces?$)/;

/** No program text, no address, no placeholder, no option with its value. */
const PLAIN = /^[^\s{}$*?"'`;:|&<>=-][^\s{}$*?"'`;:|&<>]*$/;

function isPath(word: string): boolean {
  return word.includes('/') && isRelative(word) && PLAIN.test(word);
}

function isRelative(word: string): boolean {
  return !word.startsWith('/') && !word.startsWith('~');
}

function isInstalled(path: string): boolean {
  return /(^|\/)(\.?venv|env|node_modules|\.tox|\.nox)\//.test(path);
}
