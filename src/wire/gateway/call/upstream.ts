import type { OutboundProxy } from '#wire/outbound/outbound-proxy.ts';
import type { Signing } from '#wire/protocols/format/provider.ts';
import type { Provider } from '#wire/protocols/providers.ts';

/** A provider's address in this run. */
export interface Upstream {
  readonly provider: Provider;
  /** Scheme, host and path, without a slash at the end: `https://api.openai.com/v1`. */
  readonly base_url: string;
  /** Host, with its port unless it is the default one: for messages. */
  readonly host: string;
  /** The key to send: the real one to trusted hosts, a dummy to others; `null` sends none. */
  readonly key: string | null;
  /** Signs each request in place of sending the key with it. */
  readonly signing?: Signing;
  /** A token that each request gets in place of a key, because there is none and the job can log in. */
  readonly held?: HeldToken;
  /** What the job lacks to get one although ids are given, by name; absent: none are given, or nothing is lacking. */
  readonly lacks?: readonly string[];
  /** The variable with the real key. */
  readonly key_name: string;
  /** True if the workflow's environment names the host (or nothing does, so it is the provider's own): it gets the real key. */
  readonly trusted: boolean;
}

/** A token for a provider that is renewed before it ends. */
export interface HeldToken {
  /** One that lives for a while yet. @throws if none can be had */
  current(): Promise<string>;
  /** The provider has refused this one: the next is another. */
  refuse(token: string): void;
  /** Those that answers may still repeat. */
  recent(): readonly string[];
}

/** Every provider's upstream, and the proxies to reach them. */
export type Upstreams = { readonly [provider in Provider]: Upstream } & { readonly proxy: OutboundProxy };
