/**
 * `host` or `host:port` in normal form (lower case, IPv6 addresses in brackets), as in `URL.host`; `null` if the text is
 * neither: an address with a scheme or path, a wildcard, a list.
 */
export function parseAllowedHost(text: string): string | null {
  const [, host = '', port] =
    /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::([0-9]{1,5}))?$/i.exec(text) ?? [];
  if (host === '' || host.includes('..') || !URL.canParse(`http://${host}`)) return null;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  return `${new URL(`http://${host}`).hostname}${port === undefined ? '' : `:${Number(port)}`}`;
}

/** True for a host name of a URL that can only be this machine. */
export function isThisMachine(hostname: string): boolean {
  return hostname === '[::1]' || /^(.+\.)?localhost$/.test(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname);
}
