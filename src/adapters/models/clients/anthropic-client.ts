import type { Anthropic } from '@anthropic-ai/sdk';
import type { JsonObject } from '#domain/json.ts';
import { askByClient, CLIENT_SETTINGS, type ClientCall } from './ask-by-client.ts';

/** Loads Anthropic's client. */
export const loadAnthropic = () => import('@anthropic-ai/sdk/client');

/**
 * Asks by Anthropic's client, a new one for each call: its `fetch` knows for whom the call is made. `messages.create` would add
 * nothing but a warning on the console for each call of an older model.
 */
export function askAnthropic(call: ClientCall, body: Anthropic.MessageCreateParamsNonStreaming): Promise<JsonObject> {
  return askByClient('anthropic', call, body, async (sent, fetch) => {
    const { BaseAnthropic } = await loadAnthropic();
    return await new BaseAnthropic({ ...SETTINGS, fetch }).post('/v1/messages', { body: sent }).asResponse();
  });
}

/** Without these, the client reads them from the environment. */
const SETTINGS = { ...CLIENT_SETTINGS, webhookKey: null, openTelemetry: false } as const;
