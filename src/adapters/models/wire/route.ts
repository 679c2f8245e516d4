import { byProvider, type Endpoint, PROVIDERS, type Provider } from './providers.ts';

/** The target of a request. */
export interface Route {
  /** `null`: it costs no tokens (`/models`, `/moderations`, …). */
  readonly endpoint: Endpoint | null;
  /** Without `/v1`, without a slash at its end, with the query: as `ModelRequest.path`. */
  readonly path: string;
}

/**
 * Whether a request is served, and as what. Clients write base URLs in many ways, so the path may have `/v1` once, twice or not
 * at all. Anything that could become another path later (`..`, `//`, encoded slashes, an authority) is not served.
 */
export function route(provider: Provider, method: string, path: string): Route | null {
  const [pathname = '', ...rest] = path.split('?');
  const query = rest.join('?');
  if (!PATHNAME.test(pathname) || !QUERY.test(query)) return null;
  const bare = pathname.replace(/^(?:\/v1(?=\/))+/, '').replace(/\/$/, '');
  const found = PROVIDERS[provider].routes.find(
    (row) => row.method === method && (row.path === bare || (row.names === true && isBelow(bare, row.path))),
  );
  return found === undefined ? null : { endpoint: found.endpoint, path: query === '' ? bare : `${bare}?${query}` };
}

/** Characters of names, and those of them that clients like to encode (`:`, `@`, `+`). A segment is never only dots. */
const PATHNAME = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~:@+-]|%(?:3A|40|2B))+)+\/?$/i;
const QUERY = /^[!"$-[\]-~]*$/;

/** The served routes, for the message about one that is not. */
export const SERVED = byProvider((provider) =>
  PROVIDERS[provider].routes.map(({ method, path }) => `${method} ${path}`).join(', '),
);

function isBelow(path: string, parent: string): boolean {
  return path.startsWith(`${parent}/`) && !path.slice(parent.length + 1).includes('/');
}
