// npm run bundle: builds dist/. A contributor runs it before a commit of dist/, and `npm run fresh` in CI.
/**
 * Bundles the programs that ship into dist/: ES modules, split, so that what a command does not use is not loaded. It also writes what they are made of.
 */
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { bundledPackages } from './bundled-packages.ts';
import { supplyChainFiles } from './supply-chain.ts';

/** What packages that are CommonJS inside lack in ES modules. It is made on use: it stands in every file of the bundle, and few call it. */
const COMMON_JS =
  "import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);";

/** The pure rooms hash without Node's modules, which takes seven times as long: seconds for a large suite's trajectories. What ships uses Node's own function. */
const nativeHash: Plugin = {
  name: 'native-hash',
  setup({ onLoad }) {
    const contents = "import { hash } from 'node:crypto'; export const sha256Hex = (text) => hash('sha256', text);";
    onLoad({ filter: /src\/common\/sha256\.ts$/ }, () => {
      replaced = true;
      return { contents, loader: 'js' };
    });
  },
};
let replaced = false;

/** @actions/core asks for identity tokens by an HTTP client of 550 kB, and always loads it. Here only the file that asks for one does. */
const identityTokensOnUse: Plugin = {
  name: 'identity-tokens-on-use',
  setup({ onResolve, onLoad }) {
    const namespace = 'identity-tokens';
    onResolve({ filter: /^\.\/oidc-utils\.js$/ }, () => ({ path: 'none', namespace }));
    onResolve({ filter: /^@actions\/core$/ }, ({ importer }) =>
      importer.endsWith('/federation/exchange.ts') ? { path: 'all', namespace } : null,
    );
    const files: Readonly<Record<string, string>> = {
      none: 'export const OidcClient = null;',
      all: "export { setSecret } from '@actions/core'; import { OidcClient } from './node_modules/@actions/core/lib/oidc-utils.js'; export const getIDToken = (audience) => OidcClient.getIDToken(audience);",
    };
    onLoad({ filter: /./, namespace }, ({ path }) => ({ contents: files[path] ?? '', resolveDir: process.cwd() }));
  },
};

/** Who imports one of these modules asks for every name in it, and one of them loads Node's client of WebSockets: half a start of Node. By name nothing else is. */
const httpByName: Plugin = {
  name: 'http-by-name',
  setup({ onResolve, onLoad }) {
    const namespace = 'http-by-name';
    onResolve({ filter: /^node:https?$/ }, ({ kind, path }) =>
      kind === 'import-statement' ? { path, namespace } : null,
    );
    onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: `const all = process.getBuiltinModule('${path}'); export default all; export const { Agent, createServer, request } = all;`,
    }));
  },
};

const outdir = process.argv[2] ?? 'dist';
// First into a folder next to it: a build that fails leaves the old bundle.
const scratch = `${outdir}.part`;
rmSync(scratch, { recursive: true, force: true });

const options = {
  outdir: scratch,
  metafile: true,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  plugins: [nativeHash, identityTokensOnUse, httpByName],
  // As modules, which the package offers to browsers only: as CommonJS it takes a fifth longer to load.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  banner: { js: COMMON_JS },
  legalComments: 'linked',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
} as const satisfies BuildOptions;

const entries = { index: 'src/action.ts', cli: 'src/cli.ts' };
const programs = { 'mcp-relay': 'src/mcp-relay.ts', 'draw-thread': 'src/draw-thread.ts' };
const builds = [
  await build({ ...options, entryPoints: entries, splitting: true, chunkNames: 'chunks/[name]-[hash]' }),
  // What these share with the entries is little: a file each, so that a start of those loads fewer.
  await build({ ...options, entryPoints: programs }),
];
if (!replaced) throw new Error('src/common/sha256.ts is elsewhere now: what ships would hash slowly');
const outputs = Object.assign({}, ...builds.map(({ metafile }) => metafile.outputs));
for (const { file, text } of supplyChainFiles(bundledPackages(outputs))) writeFileSync(`${scratch}/${file}`, text);
// What ships as it is: what `init` writes, and what the recorder has agents load.
cpSync('src/commands/cli/starter/templates', `${scratch}/templates`, { recursive: true });
for (const file of ['node.cjs', 'sitecustomize.py'])
  cpSync(`src/wire/recorder/preload/${file}`, `${scratch}/preload/${file}`);
writeFileSync(`${scratch}/package.json`, '{ "type": "module" }\n');
rmSync(outdir, { recursive: true, force: true });
renameSync(scratch, outdir);
