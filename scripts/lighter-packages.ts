import { basename, join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** @actions/core brings an HTTP client for identity tokens, which we never ask for: 440 KB that every start would load. */
const withoutIdentityTokens: Plugin = {
  name: 'without-identity-tokens',
  setup({ onLoad }) {
    onLoad({ filter: /@actions\/core\/lib\/oidc-utils\.js$/ }, () => ({
      contents: "export class OidcClient { static async getIDToken() { throw new Error('not part of this bundle'); } }",
      loader: 'js',
    }));
  },
};

/** @actions/github brings a method for each endpoint of GitHub: 125 KB that its first request would load. Ours name their routes, like those of the artifact client that we use. */
const withoutEndpointMethods: Plugin = {
  name: 'without-endpoint-methods',
  setup({ onLoad }) {
    onLoad({ filter: /@octokit\/plugin-rest-endpoint-methods\/dist-\w+\/index\.js$/ }, () => ({
      contents: 'export const restEndpointMethods = () => ({});',
      loader: 'js',
    }));
  },
};

/**
 * undici brings a cache, mocks, cookies, sockets: of its 550 KB, which every run with models would load, these are asked for. Its fetch is loaded by the first call. esbuild refuses an
 * import of anything else.
 */
const OF_UNDICI = `
  import api from './lib/api/index.js';
  import Dispatcher from './lib/dispatcher/dispatcher.js';
  Object.assign(Dispatcher.prototype, api);
  export { default as Agent } from './lib/dispatcher/agent.js';
  export { default as EnvHttpProxyAgent } from './lib/dispatcher/env-http-proxy-agent.js';
  export { default as ProxyAgent } from './lib/dispatcher/proxy-agent.js';
  export const fetch = (...given) => require('./lib/web/fetch/index.js').fetch(...given);
`;

const undiciInParts: Plugin = {
  name: 'undici-in-parts',
  setup({ onLoad }) {
    onLoad({ filter: /undici\/index\.js$/ }, () => ({ contents: OF_UNDICI, loader: 'js' }));
  },
};

/** Each is one function that few runs call, and makes tables or loads much (35 ms together): widths of emoji, borders of letters, HTTP/2. It is loaded by the first call. */
const functionsOnUse: Plugin = {
  name: 'functions-on-use',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\/.*\?now$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.slice(0, -'?now'.length)),
      suffix: '?now',
    }));
    onLoad(
      { filter: /(string-width\/index|wrap-ansi\/index|undici\/lib\/dispatcher\/client-h2)\.js$/ },
      ({ path, suffix }) => {
        if (suffix === '?now') return null;
        const load = `require('./${basename(path)}?now')`;
        const isModule = !path.includes('undici');
        const contents = isModule
          ? `let made; export default (...given) => (made ??= ${load}.default)(...given);`
          : `module.exports = (...given) => ${load}(...given);`;
        return { contents, loader: 'js' };
      },
    );
  },
};

/** The domain hashes without Node's modules; shipped is the same by Node's own function, which takes a fifth of the time. */
const nativeHash: Plugin = {
  name: 'native-hash',
  setup({ onLoad }) {
    onLoad({ filter: /src\/domain\/sha256\.ts$/ }, () => ({ contents: NATIVE_HASH, loader: 'js' }));
  },
};

/** Node's module takes 6 ms to load, and not every start hashes. */
const NATIVE_HASH = `
  let crypto;
  export const sha256Hex = (text) => (crypto ??= process.getBuiltinModule('node:crypto')).hash('sha256', text);
`;

/** Where the YAML library is as modules. Tests take it from there too. */
export const YAML = resolve(import.meta.dirname, '../node_modules/yaml/browser/dist/index.js');

/** Its package offers them to browsers only: as CommonJS each of its files is a function, and each name that it takes from another one a member. */
const yamlInModules: Plugin = {
  name: 'yaml-in-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^yaml$/ }, () => ({ path: YAML }));
  },
};

/** What the bundle makes of packages that bring more than is used, or do on loading what few runs need. */
export const LIGHTER_PACKAGES: Plugin[] = [
  withoutIdentityTokens,
  withoutEndpointMethods,
  undiciInParts,
  functionsOnUse,
  nativeHash,
  yamlInModules,
];
