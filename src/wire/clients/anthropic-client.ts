import type { Anthropic } from '@anthropic-ai/sdk';
import type { BaseAnthropic } from '@anthropic-ai/sdk/client';
import type { JsonObject } from '#common/json.ts';
import { askByClient, CLIENT_SETTINGS, type ClientCall, named, sharedFetch, withFetch } from './ask-by-client.ts';

/** Loads Anthropic's client. */
export const loadAnthropic = () => import('@anthropic-ai/sdk/client');

/**
 * Asks by Anthropic's client. `messages.create` would add
 * nothing but a warning on the console for each call of an older model.
 */
export function askAnthropic(call: ClientCall, body: Anthropic.MessageCreateParamsNonStreaming): Promise<JsonObject> {
  return askByClient('anthropic', call, body, async (payload, fetch) => {
    const { BaseAnthropic } = await loadAnthropic();
    client ??= new (named(BaseAnthropic, 'Anthropic'))({ ...SETTINGS, fetch: sharedFetch });
    const shared = client;
    return await withFetch(fetch, (options) => shared.post('/v1/messages', { body: payload, ...options }).asResponse());
  });
}

let client: BaseAnthropic | null = null;

/** Without these, the client reads them from the environment. */
const SETTINGS = { ...CLIENT_SETTINGS, webhookKey: null, openTelemetry: false } as const;
