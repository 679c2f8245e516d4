import type { StreamEvent } from '#wire/protocols/format/wire-format.ts';
import { type Endpoint, PROVIDER_NAMES, type Provider } from '#wire/protocols/providers.ts';

const ENDPOINTS: readonly Endpoint[] = [
  ...(['openai_chat', 'openai_responses', 'openai_embeddings', 'anthropic_messages', 'ollama_chat'] as const),
  ...(['gemini_generate', 'gemini_interactions', 'bedrock_converse', 'bedrock_invoke', 'vercel_language'] as const),
];

/** The endpoint that a golden file names. */
export const endpointNamed = (name: string): Endpoint => known(ENDPOINTS, name);

/** The provider that a golden file names. */
export const providerNamed = (name: string): Provider => known(PROVIDER_NAMES, name);

function known<Name extends string>(names: readonly Name[], name: string): Name {
  const found = names.find((known) => known === name);
  if (found === undefined) throw new Error(`nothing is called ${name}`);
  return found;
}

/** An event of a golden file: its data, behind its name where it has one. */
export function eventOf(line: string): StreamEvent {
  const [, event = null, data = ''] = /^(?:([\w.]+) )?([[{].*)$/.exec(line) ?? [];
  return { event, data };
}
