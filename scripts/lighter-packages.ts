import { basename, join } from 'node:path';
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

/** undici brings a cache, mocks, cookies, sockets: of its 550 KB every run with models would load, only these are asked for. Its fetch is made when something fetches. */
const OF_UNDICI: Readonly<Record<string, string>> = {
  Agent: "require('./lib/dispatcher/agent')",
  EnvHttpProxyAgent: "require('./lib/dispatcher/env-http-proxy-agent')",
  ProxyAgent: "require('./lib/dispatcher/proxy-agent')",
  fetch: "require('./lib/web/fetch').fetch",
  Headers: "require('./lib/web/fetch/headers').Headers",
};

const undiciInParts: Plugin = {
  name: 'undici-in-parts',
  setup({ onLoad }) {
    onLoad({ filter: /undici\/index\.js$/ }, () => ({
      contents: [
        "Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'));",
        `module.exports = { ${Object.entries(OF_UNDICI)
          .map(([name, value]) => `get ${name}() { return ${value}; }`)
          .join(', ')} };`,
      ].join('\n'),
      loader: 'js',
    }));
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
    onLoad({ filter: /src\/domain\/sha256\.ts$/ }, () => ({
      contents: "import { hash } from 'node:crypto'; export const sha256Hex = (text) => hash('sha256', text);",
      loader: 'js',
    }));
  },
};

/** What the bundle makes of packages that bring more than is used, or do on loading what few runs need. */
export const LIGHTER_PACKAGES: Plugin[] = [
  withoutIdentityTokens,
  withoutEndpointMethods,
  undiciInParts,
  functionsOnUse,
  nativeHash,
];
