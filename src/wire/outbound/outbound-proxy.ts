/** Proxies for requests that leave the machine; empty: none. */
export interface OutboundProxy {
  readonly http: string;
  readonly https: string;
  /** Hosts that are reached directly, as in `NO_PROXY`. */
  readonly no_proxy: string;
}

/** The proxies of the environment; lower-case names first, as usual. This machine is always reached directly. */
export function outboundProxy(environment: { readonly [name: string]: string | undefined }): OutboundProxy {
  const either = (name: string) => environment[name] || environment[name.toUpperCase()] || '';
  const direct = either('no_proxy');
  return {
    http: either('http_proxy'),
    https: either('https_proxy'),
    no_proxy:
      direct === '*' ? '*' : [direct, 'localhost', '127.0.0.1', '[::1]'].filter((host) => host !== '').join(','),
  };
}
