import type { RouteRow } from './format/provider.ts';
import { byProvider, type Endpoint, PROVIDERS, type Provider } from './providers.ts';

/** The target of a request. */
export interface Route {
  /** `null`: it costs no tokens (`/models`, `/moderations`, …). */
  readonly endpoint: Endpoint | null;
  /** Without `/v1`, without a slash at its end, with the query: as `ModelRequest.path`. */
  readonly path: string;
  /** The stored object that the path names: `/files/ID`, also where it goes on; `null`: none. */
  readonly object: string | null;
  /** Where the provider stores what the answer names: `/files`; `null`: the request makes nothing. */
  readonly collection: string | null;
}

/**
 * Whether a request is served, and as what. Clients write base URLs in many ways, so the path may have `/v1` once, twice or not
 * at all. Anything that could become another path later (`..`, `//`, encoded slashes, an authority) is not served.
 */
export function route(provider: Provider, method: string, path: string): Route | null {
  const [pathname = '', ...queries] = path.split('?');
  const query = queries.join('?');
  const { version: versionPattern, routes, key_parameter, encodes_slashes } = PROVIDERS[provider];
  const unslashed = encodes_slashes === true ? pathname.replaceAll(/%2F/gi, '/') : pathname;
  if (!PATHNAME.test(unslashed) || !QUERY.test(query)) return null;
  const version = versionPattern?.exec(pathname)?.[0] ?? '';
  const bare = pathname
    .slice(version.length)
    .replace(versionPattern === undefined ? /^(?:\/v1(?=\/))+/ : '', '')
    .replace(/\/$/, '');
  const match = routes.find((row) => row.method === method && isAt(bare, row));
  if (match === undefined) return null;
  const rest = withoutKey(query, key_parameter);
  const object = match.below === true ? (bare.slice(match.path.length + 1).split('/')[0] ?? '') : '';
  return {
    endpoint: match.endpoint,
    path: `${version}${bare}${rest === '' ? '' : `?${rest}`}`,
    object: object === '' ? null : `${match.path}/${object}`,
    collection: method === 'POST' && object === '' ? bare : null,
  };
}

/** Characters of names, and those of them that clients like to encode (`:`, `@`, `+`). A segment is never only dots. */
const PATHNAME = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~:@+-]|%(?:3A|40|2B))+)+\/?$/i;
const QUERY = /^[!"$-[\]-~]*$/;

/** A path with the headers that say what other providers' paths say, as its query. */
export function pathWithHeaders(
  provider: Provider,
  path: string,
  headers: { readonly [name: string]: string },
): string {
  const names = PROVIDERS[provider].headers_in_path;
  if (names === undefined) return path;
  const query = new URLSearchParams();
  for (const name of names) if (headers[name] !== undefined) query.set(name, headers[name]);
  return query.size === 0 ? path : `${path.split('?')[0]}?${query}`;
}

/** The served routes, for the message about one that is not. */
export const SERVED = byProvider((provider) =>
  PROVIDERS[provider].routes
    .map(
      ({ method, path, action, below }) =>
        `${method} ${path}${action === undefined ? '' : `/NAME${action}`}${below ? '/…' : ''}`,
    )
    .join(', '),
);

function isAt(path: string, row: RouteRow<Endpoint>): boolean {
  const { path: own, names, action, pattern, below } = row;
  if (action !== undefined) {
    const name = path.slice(0, -action.length);
    return path.endsWith(action) && isBelow(name, own) && pattern?.test(name) !== false;
  }
  return path === own || (names === true && isBelow(path, own)) || (below === true && path.startsWith(`${own}/`));
}

function withoutKey(query: string, parameter: string | undefined): string {
  if (parameter === undefined) return query;
  const parts = query.split('&').filter((part) => !part.startsWith(`${parameter}=`) && part !== '');
  return parts.join('&');
}

function isBelow(path: string, parent: string): boolean {
  return /^\/[^/]+$/.test(path.startsWith(`${parent}/`) ? path.slice(parent.length) : '');
}
