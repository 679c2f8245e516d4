import { byProvider, type Endpoint, PROVIDERS, type Provider } from './providers.ts';

/** Where a request goes. */
export interface Route {
  /** `null`: it costs no tokens (`/models`, `/moderations`, …). */
  readonly endpoint: Endpoint | null;
  /** Without `/v1`, without a slash at its end, with the query: as `ModelRequest.path`. */
  readonly path: string;
}

/**
 * Whether a request is served, and as what. Base URLs are spelt in many ways, so `/v1` before the path may be there, be missing or be
 * there twice. Everything that could mean another path further on (`..`, `//`, encoded slashes, an authority) is not served.
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

/** Characters of names, and those of them that clients like to encode (`:`, `@`, `+`). A dot never stands alone. */
const PATHNAME = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~:@+-]|%(?:3A|40|2B))+)+\/?$/i;
const QUERY = /^[!"$-[\]-~]*$/;

/** What is served, for the message about what is not. */
export const SERVED = byProvider((provider) =>
  PROVIDERS[provider].routes.map(({ method, path }) => `${method} ${path}`).join(', '),
);

function isBelow(path: string, parent: string): boolean {
  return path.startsWith(`${parent}/`) && !path.slice(parent.length + 1).includes('/');
}
