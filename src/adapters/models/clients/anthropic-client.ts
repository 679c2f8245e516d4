import type { Anthropic } from '@anthropic-ai/sdk';
import type { ModelGateway } from '#adapters/models/ports.ts';
import { CLIENT_TIMEOUT_MS, DUMMY_KEY, GATEWAY_URL, gatewayFetch } from './gateway-fetch.ts';

/** Anthropic's own client, loaded on first use. It takes no key and no tracing from the environment. */
export function anthropicClient(gateway: ModelGateway): () => Promise<Anthropic> {
  let client: Promise<Anthropic> | null = null;
  return () => {
    client ??= import('@anthropic-ai/sdk').then(
      ({ Anthropic }) =>
        new Anthropic({
          apiKey: DUMMY_KEY,
          webhookKey: null,
          baseURL: GATEWAY_URL,
          fetch: gatewayFetch(gateway, 'anthropic'),
          maxRetries: 0,
          timeout: CLIENT_TIMEOUT_MS,
          logLevel: 'off',
          openTelemetry: false,
        }),
    );
    return client;
  };
}
