import type { OpenAI } from 'openai';
import type { ModelGateway } from '#adapters/models/ports.ts';
import { CLIENT_TIMEOUT_MS, DUMMY_KEY, GATEWAY_URL, gatewayFetch } from './gateway-fetch.ts';

/** OpenAI's own client, loaded on first use. It takes nothing from the environment. */
export function openAiClient(gateway: ModelGateway): () => Promise<OpenAI> {
  let client: Promise<OpenAI> | null = null;
  return () => {
    client ??= import('openai').then(
      ({ OpenAI }) =>
        new OpenAI({
          apiKey: DUMMY_KEY,
          adminAPIKey: null,
          organization: null,
          project: null,
          webhookSecret: null,
          baseURL: GATEWAY_URL,
          fetch: gatewayFetch(gateway, 'openai'),
          maxRetries: 0,
          timeout: CLIENT_TIMEOUT_MS,
          logLevel: 'off',
        }),
    );
    return client;
  };
}
