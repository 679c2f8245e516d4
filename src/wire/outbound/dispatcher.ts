import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { OutboundProxy } from './outbound-proxy.ts';

/** How long an answer may take, in milliseconds; 0: for ever. */
export interface AnswerLimits {
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** A client that keeps connections open and goes through the proxies. */
export function createDispatcher({ http, https, no_proxy }: OutboundProxy, limits: AnswerLimits): Dispatcher {
  const options = { ...limits, keepAliveTimeout: 4000 };
  if (http === '' && https === '') return new Agent(options);
  return new EnvHttpProxyAgent({ ...options, httpProxy: http, httpsProxy: https, noProxy: no_proxy });
}
