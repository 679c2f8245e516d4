import type { Json, JsonObject } from '#common/json.ts';
import type { Usage } from '#trials/trial/trajectory.ts';

/** Tokens of a model call by the names of every convention, the newest first; `null`: it names none. */
export function usageOfSpan(attributes: JsonObject): Usage | null {
  const count = (names: readonly string[]): number | null =>
    names.map((name) => tokens(attributes[name])).find((value) => value !== null) ?? null;
  const [input, output] = [count(INPUT), count(OUTPUT)];
  if (input === null && output === null) return null;
  const [cacheReads, cacheWrites] = [count(CACHE_READ), count(CACHE_WRITE)];
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input === null || output === null ? null : input + output,
    cost_usd: null,
    estimated: false,
    ...(cacheReads !== null && { cache_read_tokens: cacheReads }),
    ...(cacheWrites !== null && { cache_write_tokens: cacheWrites }),
  };
}

const INPUT = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.token_count.prompt',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
];
const OUTPUT = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
];
const CACHE_READ = ['gen_ai.usage.cache_read.input_tokens', 'llm.token_count.prompt_details.cache_read'];
const CACHE_WRITE = [
  'gen_ai.usage.cache_write.input_tokens',
  'gen_ai.usage.cache_creation.input_tokens',
  'llm.token_count.prompt_details.cache_write',
];

function tokens(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
