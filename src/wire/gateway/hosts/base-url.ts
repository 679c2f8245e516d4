import { parseUrl } from './parse-url.ts';
/** A base URL in normal form, or what is wrong with it (the end of a sentence that began with the URL). */
export type BaseUrl = { readonly url: URL; readonly text: string } | { readonly problem: string };

/**
 * Reads a base URL: http or https, a host and a path; no credentials, query or fragment, which would become part of every
 * request.
 */
export function readBaseUrl(address: string): BaseUrl {
  const url = parseUrl(address.trim());
  if (url === null) return { problem: 'is not a URL; write it like https://models.example/v1' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'is neither http nor https' };
  if (url.username !== '' || url.password !== '')
    return { problem: 'contains credentials; set keys in the environment instead' };
  if (url.search !== '' || url.hash !== '')
    return { problem: 'has a query or a fragment; a base URL ends with its path' };
  return { url, text: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

/** True for hosts that can only be this machine. */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname);
}
