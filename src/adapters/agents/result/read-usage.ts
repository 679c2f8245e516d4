import { isJsonObject, type Json } from '#domain/json.ts';
import type { Usage } from '#domain/trial/trajectory.ts';

/**
 * Token counts as any provider spells them: `input_tokens`/`output_tokens` (ours, Anthropic, OpenAI Responses,
 * LangChain), `prompt_tokens`/`completion_tokens` (OpenAI chat), `prompt_eval_count`/`eval_count` (Ollama).
 * Anthropic counts cache reads and writes beside `input_tokens`; they are added. `null` when there is no count at all.
 */
export function readUsage(value: Json | undefined): Usage | null {
  if (!isJsonObject(value)) return null;
  const count = (...names: readonly string[]): number | null => {
    for (const name of names) {
      const found = value[name];
      if (typeof found === 'number' && Number.isFinite(found) && found >= 0) return found;
    }
    return null;
  };
  const uncached = count('input_tokens', 'prompt_tokens', 'prompt_eval_count');
  const input =
    uncached === null
      ? null
      : uncached + (count('cache_read_input_tokens') ?? 0) + (count('cache_creation_input_tokens') ?? 0);
  const output = count('output_tokens', 'completion_tokens', 'eval_count');
  const usage = {
    input_tokens: input,
    output_tokens: output,
    total_tokens: count('total_tokens') ?? sum(input, output),
    cost_usd: count('cost_usd'),
    estimated: value['estimated'] === true,
  };
  return input === null && output === null && usage.total_tokens === null && usage.cost_usd === null ? null : usage;
}

/** Usage of several model calls together; a count that one of them lacks is `null`, since a part is not the whole. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input_tokens: sum(one.input_tokens, other.input_tokens),
    output_tokens: sum(one.output_tokens, other.output_tokens),
    total_tokens: sum(one.total_tokens, other.total_tokens),
    cost_usd: sum(one.cost_usd, other.cost_usd),
    estimated: one.estimated || other.estimated,
  };
}

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}
