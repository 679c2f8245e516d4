import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { OutboundProxy } from '../upstream.ts';

/** The client that keeps connections. Its library is imported here alone, in a file that is itself loaded on use. */
export function createDispatcher({ http, https, no_proxy }: OutboundProxy): Dispatcher {
  if (http === '' && https === '') return new Agent(LIMITS);
  return new EnvHttpProxyAgent({ ...LIMITS, httpProxy: http, httpsProxy: https, noProxy: no_proxy });
}

/** Models think long before they say anything; trial timeouts end a call much earlier. */
const LIMITS = { headersTimeout: 900_000, bodyTimeout: 900_000, keepAliveTimeout: 4000 };
