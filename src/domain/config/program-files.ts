/**
 * Which words of a program and its arguments name files of the workspace that must be there for it to start: the program itself where it
 * is written as a path, and the script that an interpreter is given. Of what it can't tell it names nothing: a program looked up on PATH,
 * wrappers that it does not know, folders that packages are installed into, options that change the folder.
 */
export function programFiles(command: readonly string[]): readonly number[] {
  const [program = ''] = command;
  if (isPath(program)) return isInstalled(program) ? scriptOf(program, command) : [0, ...scriptOf(program, command)];
  return scriptOf(program, command);
}

function scriptOf(program: string, command: readonly string[]): readonly number[] {
  const name = program.replace(/^.*\//, '');
  const scripts = INTERPRETERS.find(({ names }) => names.test(name))?.scripts;
  if (scripts === undefined || command.some((word) => MOVES.test(word))) return [];
  const at = command.findIndex((word, i) => i > 0 && scripts.test(word));
  const script = command[at] ?? '';
  const isFile = at > 0 && isRelative(script) && !isInstalled(script) && PLAIN.test(script);
  return isFile ? [at] : [];
}

/** Runners that are followed by a script of the workspace, and how such scripts are called. */
const INTERPRETERS: readonly { readonly names: RegExp; readonly scripts: RegExp }[] = [
  { names: /^(python[\d.]*|uv|poetry|pipenv|pdm|rye|hatch)$/, scripts: /\.pyw?$/ },
  { names: /^(node|nodejs|deno|bun|tsx|ts-node|npx|bunx)$/, scripts: /\.[cm]?[jt]sx?$/ },
  { names: /^(bash|sh|zsh|dash)$/, scripts: /\.(ba|z)?sh$/ },
  { names: /^(ruby|php|perl|lua|julia|Rscript)$/, scripts: /\.(rb|php|pl|lua|jl|R)$/ },
];

/** Options after which paths are no longer of the folder of the config. */
const MOVES = /^(-C|--cwd|--dir|--directory|--project|--prefix|--chdir)(=|$)/;

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
