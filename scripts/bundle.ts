/**
 * Bundles the two entries, the relay that clients of MCP servers start, and a program of threads into dist/: ESM, split, so that heavy libraries load only when they are used. Beside them it writes
 * what they are made of.
 */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { bundledPackages } from './bundled-packages.ts';
import { builtinsByName } from './chunks/builtins-by-name.ts';
import { chunkPlan, type Start } from './chunks/chunk-plan.ts';
import { nameChunks } from './chunks/name-chunks.ts';
import { LIGHTER_PACKAGES } from './lighter-packages.ts';
import { supplyChainFiles } from './supply-chain.ts';

const outdir = process.argv[2] ?? 'dist';
// Into a folder beside it first: a build that fails leaves the old bundle.
const scratch = `${outdir}.part`;
rmSync(scratch, { recursive: true, force: true });

/** yaml and others are CommonJS inside: give them the `require` that ES modules lack. */
const COMMON_JS = `${[
  "import { createRequire as __createRequire } from 'node:module';",
  "import { dirname as __pathDirname } from 'node:path';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __fileURLToPath(import.meta.url);',
  'const __dirname = __pathDirname(__filename);',
].join('\n')}\n`;

/** The chunks are cut for these: the action, the commands of every day, and commands that need little of what a run does. */
const STARTS: readonly Start[] = [
  ['src/action.ts'],
  ['src/action.ts', 'src/entry/action/evaluate-on-github.ts'],
  ['src/cli.ts'],
  ['src/cli.ts', 'src/entry/cli/run.ts'],
  ['src/cli.ts', 'src/entry/cli/validate/validate.ts', 'src/entry/cli/validate/suite-facts.ts'],
  ['src/cli.ts', 'src/entry/cli/export.ts'],
  ['src/cli.ts', 'src/entry/cli/history.ts'],
  ['src/cli.ts', 'src/entry/cli/cases/import.ts'],
  ['src/mcp-relay.ts'],
];

const options = {
  entryPoints: {
    index: 'src/action.ts',
    cli: 'src/cli.ts',
    'mcp-relay': 'src/mcp-relay.ts',
    'draw-thread': 'src/draw-thread.ts',
  },
  entryNames: '[name]',
  chunkNames: 'chunks/[name]-[hash]',
  outdir: scratch,
  metafile: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  legalComments: 'linked',
  charset: 'ascii',
  logLevel: 'warning',
  // Of packages without side effects the plan's imports count for nothing: these keep chunks of their own.
  logOverride: { 'ignored-bare-import': 'silent' },
  define: { 'process.env.NODE_ENV': '"production"' },
} as const satisfies BuildOptions;

const { metafile: apart } = await build({ ...options, plugins: LIGHTER_PACKAGES, write: false });
const { metafile } = await build({
  ...options,
  plugins: [...LIGHTER_PACKAGES, loadTogether(chunkPlan(apart, STARTS))],
});
nameChunks(scratch, metafile.outputs);
for (const file of scriptsIn(scratch))
  writeFileSync(file, inAscii(builtinsByName(withRequire(readFileSync(file, 'utf8')))));
for (const { file, text } of supplyChainFiles(bundledPackages(metafile))) writeFileSync(`${scratch}/${file}`, text);
// What ships as it is: what `init` writes, and what the recorder has agents load.
cpSync('src/entry/cli/starter/templates', `${scratch}/templates`, { recursive: true });
for (const file of ['node.cjs', 'sitecustomize.py'])
  cpSync(`src/adapters/models/recorder/preload/${file}`, `${scratch}/preload/${file}`);
writeFileSync(`${scratch}/package.json`, '{ "type": "module" }\n');
rmSync(outdir, { recursive: true, force: true });
renameSync(scratch, outdir);

/** Adds to each entry that is loaded on use the imports that the plan gives it. */
function loadTogether(plan: ReadonlyMap<string, readonly string[]>): Plugin {
  return {
    name: 'load-together',
    setup({ onLoad }) {
      onLoad({ filter: /\.(ts|m?js)$/ }, ({ path }) => {
        const added = plan.get(relative('.', path)) ?? [];
        if (added.length === 0) return null;
        const text = [
          readFileSync(path, 'utf8'),
          ...added.map((file) => `import ${JSON.stringify(resolve(file))};`),
        ].join('\n');
        return { contents: text, loader: path.endsWith('.ts') ? 'ts' : 'js' };
      });
    },
  };
}

function scriptsIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.js')).map((name) => join(folder, name));
}

/** The engine keeps and reads a script with one other character in two bytes each. esbuild leaves them in regular expressions, where an escape means the same. */
function inAscii(script: string): string {
  return script.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Only files that name one of its variables: two hundred copies would be loaded for a handful that use them. */
function withRequire(text: string): string {
  if (!/\brequire\b|\b__(?:file|dir)name\b/.test(text)) return text;
  return text.replace(/^(?:#!.*\n)?/, (first) => `${first}${COMMON_JS}`);
}
