import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { OutboundProxy } from '../upstream.ts';

/** The client that keeps connections open. Only this file, which is itself loaded on use, imports its library. */
export function createDispatcher({ http, https, no_proxy }: OutboundProxy): Dispatcher {
  if (http === '' && https === '') return new Agent(LIMITS);
  return new EnvHttpProxyAgent({ ...LIMITS, httpProxy: http, httpsProxy: https, noProxy: no_proxy });
}

/** Models think long before their first token; trial timeouts end a call much earlier. */
const LIMITS = { headersTimeout: 900_000, bodyTimeout: 900_000, keepAliveTimeout: 4000 };
