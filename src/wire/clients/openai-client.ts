import type { OpenAI } from 'openai';
import type { JsonObject } from '#common/json.ts';
import { askByClient, CLIENT_SETTINGS, type ClientCall, named, sharedFetch, withFetch } from './ask-by-client.ts';

/** Loads OpenAI's client. */
export const loadOpenAi = () => import('openai');

/** Asks by OpenAI's client. */
export function askOpenAi<Body extends object>(
  call: ClientCall,
  body: Body,
  create: (client: OpenAI, body: Body, options: OpenAI.RequestOptions) => { asResponse(): Promise<Response> },
): Promise<JsonObject> {
  return askByClient('openai', call, body, async (payload, fetch) => {
    const { OpenAI } = await loadOpenAi();
    client ??= new (named(OpenAI, 'OpenAI'))({ ...SETTINGS, fetch: sharedFetch });
    const shared = client;
    return await withFetch(fetch, (options) => create(shared, payload, options).asResponse());
  });
}

let client: OpenAI | null = null;

/** Without these, the client reads them from the environment. */
const SETTINGS = { ...CLIENT_SETTINGS, adminAPIKey: null, organization: null, project: null, webhookSecret: null };
