/**
 * The models that starters, messages, docs and examples name, with US dollars per million tokens. A test holds every page and file that
 * users copy to these, and these to the ends that providers announce. OpenAI's next generation refuses function tools in chat completions
 * unless reasoning is off, so it would need another starter.
 */
export const EXAMPLE_MODELS = {
  openai: { id: 'gpt-5.4-mini', input: 0.75, output: 4.5, input_cache_read: 0.075 },
  openai_large: { id: 'gpt-5.4', input: 2.5, output: 15, input_cache_read: 0.25 },
  anthropic: { id: 'claude-sonnet-5', input: 2, output: 10, input_cache_read: 0.2 },
  anthropic_small: { id: 'claude-haiku-4-5', input: 1, output: 5, input_cache_read: 0.1 },
  embedding: { id: 'text-embedding-3-small', input: 0.02, output: 0, input_cache_read: 0.02 },
} as const;
