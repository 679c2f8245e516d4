import { anthropic } from './anthropic/anthropic.ts';
import { azure } from './azure/azure.ts';
import { bedrock } from './bedrock/bedrock.ts';
import type { ProviderDefinition } from './format/provider.ts';
import type { WireFormat } from './format/wire-format.ts';
import { gemini } from './gemini/gemini.ts';
import { ollama } from './ollama/ollama.ts';
import { openai } from './openai/openai.ts';
import { openrouter } from './openrouter/openrouter.ts';
import { vercel } from './vercel/vercel.ts';

/** The supported providers: a row each. */
const TABLE = { openai, azure, anthropic, gemini, bedrock, openrouter, vercel, ollama };

/** A provider, as the protocol that it uses. */
export type Provider = keyof typeof TABLE;

/** A request that uses a model and costs tokens. */
export type Endpoint = EndpointOf<Provider>;
type EndpointOf<P> = P extends Provider ? keyof (typeof TABLE)[P]['formats'] : never;

/** The definition of each provider. */
export const PROVIDERS: { readonly [provider in Provider]: Omit<ProviderDefinition<Endpoint>, 'formats'> } = TABLE;

/** Their names, in the order of the table. */
export const PROVIDER_NAMES = Object.keys(TABLE) as readonly Provider[];

/** The result of `each` for every provider, by its name. */
export function byProvider<T>(each: (provider: Provider) => T): { readonly [provider in Provider]: T } {
  return Object.fromEntries(PROVIDER_NAMES.map((name) => [name, each(name)])) as { [provider in Provider]: T };
}

/** Whether a host is one of the provider's own. */
export function isOwnHost(provider: Provider, host: string): boolean {
  const { base_url, own_hosts } = PROVIDERS[provider];
  return host === new URL(base_url).host || own_hosts?.test(host) === true;
}

/** Whether requests to it are steps of an agent: embeddings, and requests that use no model, are not. */
export function isStep(endpoint: Endpoint | null): endpoint is Endpoint {
  return endpoint !== null && FORMATS[endpoint].embeds !== true;
}

/** The format of an endpoint. */
export function formatOf(endpoint: Endpoint): WireFormat {
  return FORMATS[endpoint];
}

const FORMATS = Object.assign({}, ...Object.values(TABLE).map(({ formats }) => formats)) as {
  readonly [endpoint in Endpoint]: WireFormat;
};
