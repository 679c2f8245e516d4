/**
 * Files that a program's text imports, as paths relative to its own: relative imports of JavaScript and TypeScript, imports of
 * Python that may be modules of the workspace. It names every possible place of a file; places without a file don't count.
 * Names composed at run time are not seen.
 *
 * @param path of the program, with slashes
 */
export function importedFiles(path: string, text: string): readonly string[] {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  const paths = PYTHON.test(path)
    ? pythonModules(folder, text)
    : scriptModules(path, text).map((to) => join(folder, to));
  return [...new Set(paths)].filter((file) => file !== path && file.length <= LONGEST_PATH);
}

const PYTHON = /\.pyw?$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;
const LONGEST_PATH = 1_000;
/** Longer names, and imports with more parts, do not occur in programs that people write. */
const LONGEST_NAME = 300;
const MOST_PARTS = 100;

const SPECIFIER = /\b(?:from|import|require|resolve|URL)\s*\(?\s*(["'`])(\.{1,2}\/[^"'`\n]{1,300})\1/g;
const ENDINGS = [
  ...['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx', '.json', '.node'],
  ...['/package.json', '/index.js', '/index.mjs', '/index.cjs', '/index.ts', '/index.json'],
];

/** Only scripts are searched: other files may be large, and are no programs. */
function scriptModules(path: string, text: string): readonly string[] {
  if (!SCRIPT.test(path)) return [];
  return [...text.matchAll(SPECIFIER)].flatMap(([, , to = '']) => [
    ...ENDINGS.map((ending) => `${to}${ending}`),
    // TypeScript is imported under its compiled name.
    to.replace(/\.([cm]?)js$/, '.$1ts'),
  ]);
}

const FROM = /(?:^|[;:])[ \t]*from[ \t]+(\.{0,50})([\w.]{0,300})[ \t]+import[ \t]+(?:\(([^)]{0,5000})|([\w ,\t*]+))/gm;
const IMPORT = /(?:^|[;:])[ \t]*import[ \t]+([\w., \t]+)/gm;

/** A script finds modules in its own folder, a module run by `-m` in the folder where the program was started. */
function pythonModules(folder: string, code: string): readonly string[] {
  const text = code.replaceAll(/\\\r?\n/g, ' ');
  const names = [...text.matchAll(FROM)].flatMap(([, dots = '', from = '', listed, list = '']) => {
    const start = dots === '' ? '' : join(folder, '../'.repeat(dots.length - 1));
    const module = from.replaceAll('.', '/');
    const parts = firstWords(listed ?? list);
    const within = [module, ...parts.map((part) => (module === '' ? part : `${module}/${part}`))];
    return within
      .filter((name) => name !== '')
      .flatMap((name) => (dots === '' ? anywhere(folder, name) : [join(start, name)]));
  });
  const plain = [...text.matchAll(IMPORT)].flatMap(([, list = '']) =>
    firstWords(list).flatMap((name) => anywhere(folder, name.replaceAll('.', '/'))),
  );
  return [...names, ...plain].flatMap((name) => [...packagesAbove(name), ...pythonPlaces(name)]);
}

/** As source, compiled, or as a library; a package by its `__init__`. */
function pythonPlaces(name: string): readonly string[] {
  return [`${name}.py`, `${name}/__init__.py`, `${name}.pyc`, `${name}/__init__.pyc`, `${name}.so`, `${name}.pyd`];
}

/** Importing a module runs the `__init__` of every package above it. */
function packagesAbove(name: string): readonly string[] {
  const steps = name
    .split('/')
    .slice(0, -1)
    .filter((step) => step !== '..');
  if (name.startsWith('..')) return [];
  return steps.flatMap((_, i) => {
    const folder = steps.slice(0, i + 1).join('/');
    return [`${folder}/__init__.py`, `${folder}/__init__.pyc`];
  });
}

/** `a` and `b` in `a, b as c`. */
function firstWords(list: string): readonly string[] {
  const words = list.split(',', MOST_PARTS).map((part) => part.trim().split(/\s/)[0] ?? '');
  return words.filter((word) => word.length <= LONGEST_NAME);
}

function anywhere(folder: string, name: string): readonly string[] {
  return name === '' ? [] : [join(folder, name), name];
}

/** The path from a folder; one that leads above its start keeps its dots, and is no file of the workspace. */
function join(folder: string, to: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${to}`.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Names by which a script imports what its package or its settings place somewhere: `#rules`, `@/rules`, its package's own name. */
export function placedImports(path: string, text: string, ownName: string | null): readonly string[] {
  if (!SCRIPT.test(path)) return [];
  const names = [...text.matchAll(BARE)].map(([, , name = '']) => name);
  return names.filter((name) => /^(?:[#~]|@\/)/.test(name) || name === ownName || name.startsWith(`${ownName}/`));
}

const BARE = /\b(?:from|import|require|resolve)\s*\(?\s*(["'`])([#@~\w][^"'`\n]{0,200})\1/g;
