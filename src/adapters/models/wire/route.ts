import type { Endpoint, Provider } from './model-call.ts';

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
  const found = TABLE[provider].find(
    (row) => row.method === method && (row.path === bare || (row.names === true && isBelow(bare, row.path))),
  );
  return found === undefined ? null : { endpoint: found.endpoint, path: query === '' ? bare : `${bare}?${query}` };
}

/** Characters of names, and those of them that clients like to encode (`:`, `@`, `+`). A dot never stands alone. */
const PATHNAME = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~:@+-]|%(?:3A|40|2B))+)+\/?$/i;
const QUERY = /^[!"$-[\]-~]*$/;

interface Row {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly endpoint: Endpoint | null;
  /** One more segment is a name. */
  readonly names?: true;
}

const OPENAI_SHAPED: readonly Row[] = [
  { method: 'POST', path: '/chat/completions', endpoint: 'openai_chat' },
  { method: 'POST', path: '/responses', endpoint: 'openai_responses' },
  { method: 'POST', path: '/embeddings', endpoint: 'openai_embeddings' },
  { method: 'GET', path: '/models', endpoint: null, names: true },
];

const TABLE: { readonly [provider in Provider]: readonly Row[] } = {
  openai: [...OPENAI_SHAPED, { method: 'POST', path: '/moderations', endpoint: null }],
  anthropic: [
    { method: 'POST', path: '/messages', endpoint: 'anthropic_messages' },
    { method: 'POST', path: '/messages/count_tokens', endpoint: null },
    { method: 'GET', path: '/models', endpoint: null, names: true },
  ],
  ollama: [
    { method: 'POST', path: '/api/chat', endpoint: 'ollama_chat' },
    { method: 'GET', path: '/api/tags', endpoint: null },
    { method: 'POST', path: '/api/show', endpoint: null },
    { method: 'GET', path: '/api/version', endpoint: null },
    ...OPENAI_SHAPED,
  ],
};

/** What is served, for the message about what is not. */
export const SERVED: { readonly [provider in Provider]: string } = {
  openai: served('openai'),
  anthropic: served('anthropic'),
  ollama: served('ollama'),
};

function isBelow(path: string, parent: string): boolean {
  return path.startsWith(`${parent}/`) && !path.slice(parent.length + 1).includes('/');
}

function served(provider: Provider): string {
  return TABLE[provider].map(({ method, path }) => `${method} ${path}`).join(', ');
}
