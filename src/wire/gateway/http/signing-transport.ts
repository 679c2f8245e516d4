import { cutEnd } from '#common/cut.ts';
import type { Clock } from '#ports/ports.ts';
import type { Upstream } from '../call/upstream.ts';
import type { OutboundRequest, Transport } from './transport.ts';

/**
 * What is wrong with a request that its client signed for another region than the one that it is sent to; `null`: nothing.
 *
 * @param headers the client's own
 */
export function regionProblem(
  headers: { readonly [name: string]: string },
  { signing, host }: Pick<Upstream, 'signing' | 'host'>,
): string | null {
  const region = /^AWS4-HMAC-SHA256 Credential=[^/,]+\/\d+\/([^/,]+)\//.exec(headers['authorization'] ?? '')?.[1];
  if (signing === undefined || region === undefined || region === signing.region) return null;
  return `the agent asks for the region ${cutEnd(region, 40)}, but requests go to ${host} in ${signing.region}; name the region as AWS_REGION in the environment (in a workflow: under env), or leave it out of the client`;
}

/** A transport that signs each request when it is sent, for an upstream that wants it: signatures are good for five minutes. */
export function signingTransport(
  transport: Transport,
  { signing }: Pick<Upstream, 'signing'>,
  clock: Pick<Clock, 'now'>,
): Transport {
  if (signing === undefined) return transport;
  const { service, region, access_key_id, secret_access_key, session_token } = signing;
  return {
    ...transport,
    send: async (request, signal) => {
      // Loaded on use: few runs sign anything.
      const { AwsV4Signer } = await import('aws4fetch');
      const signer = new AwsV4Signer({
        method: request.method,
        url: `${request.origin}${request.path}`,
        headers: { ...request.headers },
        body: typeof request.body === 'string' ? request.body : new Uint8Array(request.body),
        accessKeyId: access_key_id,
        secretAccessKey: secret_access_key,
        ...(session_token !== null && { sessionToken: session_token }),
        service,
        region,
        datetime: new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      });
      const { headers } = await signer.sign();
      const { host: _, ...signed } = Object.fromEntries(new Headers(headers));
      return transport.send({ ...request, headers: signed } satisfies OutboundRequest, signal);
    },
  };
}
