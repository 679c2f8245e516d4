import type { OpenAI } from 'openai';
import type { JsonObject } from '#domain/json.ts';
import { askByClient, CLIENT_SETTINGS, type ClientCall } from './ask-by-client.ts';

/** Loads OpenAI's client. */
export const loadOpenAi = () => import('openai');

/** Asks by OpenAI's client, a new one for each call: its `fetch` knows for whom the call is made. */
export function askOpenAi<Body extends object>(
  call: ClientCall,
  body: Body,
  create: (client: OpenAI, body: Body) => { asResponse(): Promise<Response> },
): Promise<JsonObject> {
  return askByClient('openai', call, body, async (sent, fetch) => {
    const { OpenAI } = await loadOpenAi();
    return await create(new OpenAI({ ...SETTINGS, fetch }), sent).asResponse();
  });
}

/** Without these, the client reads them from the environment. */
const SETTINGS = { ...CLIENT_SETTINGS, adminAPIKey: null, organization: null, project: null, webhookSecret: null };
