import { PROVIDERS, type Provider } from './providers.ts';

/**
 * Where a request goes upstream. `base` as people write it for the vendors' clients: OpenAI's holds its `/v1` (one without any path
 * gets it), Anthropic's and Ollama's are roots (a `/v1` at their end is not doubled); Ollama's OpenAI-shaped endpoints live below `/v1`.
 *
 * @param path as {@link route} gives it
 * @throws TypeError when the base is no URL
 */
export function upstreamUrl(provider: Provider, base: string, path: string): string {
  const url = new URL(base);
  const [pathname = '', ...rest] = path.split('?');
  const root = url.pathname.replace(/\/+$/, '');
  url.pathname = PROVIDERS[provider].prefix(root, pathname) + pathname;
  url.search = rest.join('?');
  return url.href;
}
