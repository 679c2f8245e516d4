import type { OpenAI } from 'openai';
import type { ModelGateway } from '#adapters/models/ports.ts';
import { CLIENT_TIMEOUT_MS, DUMMY_KEY, GATEWAY_URL, gatewayFetch } from './gateway-fetch.ts';

/** OpenAI's own client, loaded when it is first needed. Nothing of it is taken from the environment. */
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
