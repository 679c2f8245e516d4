import type { Provider } from '#adapters/models/wire/providers.ts';

/** Where a provider lives, for this run. */
export interface Upstream {
  readonly provider: Provider;
  /** Scheme, host and path, without a slash at the end: `https://api.openai.com/v1`. */
  readonly base_url: string;
  /** Host, with its port when it has one of its own: for messages. */
  readonly host: string;
  /** What is sent as the key: the real one to trusted hosts, a dummy to others; `null` sends none. */
  readonly key: string | null;
  /** The variable that holds the real key. */
  readonly key_name: string;
  /** True when the workflow's environment names the host (or nothing does, so that it is the provider's own): it gets the real key. */
  readonly trusted: boolean;
}

/** Proxies for requests that leave the machine; empty: none. */
export interface OutboundProxy {
  readonly http: string;
  readonly https: string;
  /** Hosts that are reached directly, as in `NO_PROXY`. */
  readonly no_proxy: string;
}

/** Every provider's upstream, and the way to them. */
export type Upstreams = { readonly [provider in Provider]: Upstream } & { readonly proxy: OutboundProxy };
