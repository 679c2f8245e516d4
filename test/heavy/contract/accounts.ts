import type { ScriptUsage } from '#test/testing/providers/script.ts';
import type { Endpoint } from '#wire/protocols/providers.ts';

/** The protocols that agents speak with their models. */
export type Chat = Exclude<
  Endpoint,
  `${string}_embeddings` | 'openai_compact' | 'bedrock_invoke' | 'gemini_interactions' | 'vercel_language'
>;

/** What an agent's account holds of a conversation, beyond what all of them hold. */
export interface Account {
  /** Whether a tool that failed is told from one that answered. */
  readonly failures: 'told' | 'dropped';
  /** Whether the results of tools are values, or the text that the model read. */
  readonly results: 'values' | 'texts';
  /** The parts of input and output that the provider counts apart. Sums hold them in any case. */
  readonly parts: readonly (keyof ScriptUsage)[];
  /** Whether the provider gives each answer an id of its own. */
  readonly ids: 'told' | 'dropped';
  /** What a turn called in which the model is offered no tool and asks for none: a program may call tools past its model. */
  readonly no_tools: 'none' | 'unknown';
  /** What the provider does when the user says nothing. */
  readonly empty_inputs: 'answered' | 'refused';
}

/**
 * The differences that lie in the protocols, and so can't be mended:
 * - `failures`: only Anthropic's results have a mark for failure (`is_error`), and Gemini's a field (`error`). Of the others the text alone tells it, and texts are not guessed at.
 * - `results`: on the wire a result is the text that the model reads.
 * - `no_tools`: on the wire nobody sees what a program calls past its model.
 * - `ids`: Ollama's answers have none.
 * - `empty_inputs`: Anthropic takes no empty message. A request that the provider refuses is the agent's own failure.
 * - `parts`: OpenAI's chat does not count what is written to the cache, Gemini's do not either, Anthropic's Messages do not count reasoning, Ollama counts neither.
 */
export const ON_THE_WIRE: { readonly [chat in Chat]: Account } = {
  openai_chat: {
    failures: 'dropped',
    results: 'texts',
    no_tools: 'unknown',
    parts: ['cache_read', 'reasoning'],
    ids: 'told',
    empty_inputs: 'answered',
  },
  openai_responses: {
    failures: 'dropped',
    results: 'texts',
    no_tools: 'unknown',
    parts: ['cache_read', 'cache_write', 'reasoning'],
    ids: 'told',
    empty_inputs: 'answered',
  },
  anthropic_messages: {
    failures: 'told',
    results: 'texts',
    no_tools: 'unknown',
    parts: ['cache_read', 'cache_write'],
    ids: 'told',
    empty_inputs: 'refused',
  },
  gemini_generate: {
    failures: 'told',
    results: 'texts',
    no_tools: 'unknown',
    parts: ['cache_read', 'reasoning'],
    ids: 'told',
    empty_inputs: 'answered',
  },
  bedrock_converse: {
    failures: 'told',
    results: 'texts',
    no_tools: 'unknown',
    parts: ['cache_read', 'cache_write'],
    ids: 'dropped',
    empty_inputs: 'refused',
  },
  ollama_chat: {
    failures: 'dropped',
    results: 'texts',
    no_tools: 'unknown',
    parts: [],
    ids: 'dropped',
    empty_inputs: 'answered',
  },
};

/** A built-in agent answers the tools itself: it knows the values, and which of them failed. Tokens are the provider's. */
export function inOurLoop(chat: Chat): Account {
  return { ...ON_THE_WIRE[chat], failures: 'told', results: 'values', no_tools: 'none' };
}
