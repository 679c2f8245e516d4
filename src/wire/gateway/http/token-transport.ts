import { errorMessage } from '#common/error-message.ts';
import { PROVIDERS } from '#wire/protocols/providers.ts';
import type { Upstream } from '../call/upstream.ts';
import { TransportError } from './exchange.ts';
import type { OutboundRequest, Transport } from './transport.ts';

/**
 * A transport that adds the held token to each request when it is sent, for an upstream that has one. A token that is refused
 * is replaced, once: the request produced nothing.
 */
export function tokenTransport(transport: Transport, { held, provider, host }: Upstream): Transport {
  if (held === undefined) return transport;
  const withToken = (request: OutboundRequest, token: string): OutboundRequest => {
    const headers = PROVIDERS[provider].keyHeaders(token, { host, key_name: null, client: request.headers });
    return { ...request, headers: { ...request.headers, ...headers } };
  };
  return {
    ...transport,
    send: async (request, signal) => {
      const token = await held.current().catch((error: unknown) => {
        throw new TransportError(errorMessage(error), true);
      });
      const answer = await transport.send(withToken(request, token), signal);
      const other = answer.status === 401 ? await held.another(token).catch(() => null) : null;
      if (other === null) return answer;
      answer.receive({ data() {}, end() {}, fail() {} });
      return transport.send(withToken(request, other), signal);
    },
  };
}
