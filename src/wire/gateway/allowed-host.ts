import { parseUrl } from './hosts/parse-url.ts';

/**
 * True if the input `allowed-hosts` names the host of the URL. `host` allows every port, `host:port` only that one; a URL
 * counts by its host.
 */
export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const host = parseUrl(entry.includes('://') ? entry.trim() : `${url.protocol}//${entry.trim()}`);
    if (host === null || host.hostname !== url.hostname) return false;
    return !/:\d+\/?$/.test(entry.replace(/^[a-z]+:\/\//i, '').replace(/\/.*$/, '')) || port(host) === port(url);
  });
}

function port(url: URL): string {
  if (url.port !== '') return url.port;
  return url.protocol === 'https:' ? '443' : '80';
}
