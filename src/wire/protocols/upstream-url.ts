import { PROVIDERS, type Provider } from './providers.ts';

/**
 * The upstream URL of a request. `base` is written as for the vendors' clients: OpenAI's includes its `/v1` (one without any
 * path gets it), Anthropic's and Ollama's are roots (a `/v1` at their end is not doubled); Ollama's OpenAI-compatible endpoints
 * are below `/v1`.
 *
 * @param path from {@link route}
 * @throws TypeError if the base is no URL
 */
export function upstreamUrl(provider: Provider, base: string, path: string): string {
  const url = new URL(base);
  const [pathname = '', ...rest] = path.split('?');
  const root = url.pathname.replace(/\/+$/, '');
  const { prefix, headers_in_path, routes } = PROVIDERS[provider];
  const host = routes.find((row) => row.path === pathname)?.host;
  if (host !== undefined) url.hostname = url.hostname.replace(...host);
  url.pathname = prefix(root, pathname) + pathname;
  url.search = headers_in_path === undefined ? rest.join('?') : '';
  return url.href;
}
