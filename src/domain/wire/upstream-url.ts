import type { Provider } from './model-call.ts';

/**
 * Where a request goes upstream. `base` as people write it for the vendors' clients: OpenAI's holds its `/v1` (one without any path
 * gets it), Anthropic's and Ollama's are roots (a `/v1` at their end is not doubled); Ollama's may be a bare `host:port`, and its
 * OpenAI-shaped endpoints live below `/v1`. A query in the base goes before that of the path.
 *
 * @param path as {@link route} gives it
 * @throws TypeError when the base is no URL
 */
export function upstreamUrl(provider: Provider, base: string, path: string): string {
  const url = new URL(provider === 'ollama' ? withScheme(base) : base);
  const [pathname = '', ...rest] = path.split('?');
  const root = url.pathname.replace(/\/+$/, '');
  const queries = [url.search.slice(1), rest.join('?')].filter((query) => query !== '');
  url.pathname = prefix(provider, root, pathname) + pathname;
  url.search = queries.join('&');
  url.hash = '';
  return url.href;
}

function prefix(provider: Provider, root: string, path: string): string {
  if (provider === 'openai') return root === '' ? '/v1' : root;
  const bare = root.replace(/\/v1$/, '');
  return provider === 'ollama' && path.startsWith('/api/') ? bare : `${bare}/v1`;
}

function withScheme(host: string): string {
  if (/^https?:\/\//i.test(host)) return host;
  const [authority = '', ...path] = host.split('/');
  const port = /:\d+$/.test(authority) ? '' : ':11434';
  return `http://${authority}${port}${path.map((segment) => `/${segment}`).join('')}`;
}
