import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import type { Usage } from '#domain/trial/trajectory.ts';

/**
 * Token counts as any provider spells them: `input_tokens`/`output_tokens` (ours, Anthropic, OpenAI Responses,
 * LangChain), `prompt_tokens`/`completion_tokens` (OpenAI chat), `prompt_eval_count`/`eval_count` (Ollama).
 * Anthropic counts cache reads and writes beside `input_tokens`; they are added. `null` when there is no count at all.
 * A count out of bounds, or a sum of several, is like one that is not reported; the result's own `usage` is refused for
 * it before ({@link misreported}).
 */
export function readUsage(value: Json | undefined): Usage | null {
  if (!isJsonObject(value)) return null;
  const count = (...names: readonly string[]): number | null => {
    for (const name of names) {
      const found = value[name];
      if (isCount(found)) return found;
    }
    return null;
  };
  const uncached = count(...INPUT_NAMES);
  const input = CACHE_NAMES.reduce<number | null>((total, name) => sum(total, count(name) ?? 0), uncached);
  const output = count(...OUTPUT_NAMES);
  const cost = value['cost_usd'];
  const usage = {
    input_tokens: input,
    output_tokens: output,
    total_tokens: count('total_tokens') ?? sum(input, output),
    cost_usd: isCost(cost) ? cost : null,
    estimated: value['estimated'] === true,
  };
  return input === null && output === null && usage.total_tokens === null && usage.cost_usd === null ? null : usage;
}

const INPUT_NAMES = ['input_tokens', 'prompt_tokens', 'prompt_eval_count'];
const CACHE_NAMES = ['cache_read_input_tokens', 'cache_creation_input_tokens'];
const OUTPUT_NAMES = ['output_tokens', 'completion_tokens', 'eval_count'];
const COUNT_NAMES = [...INPUT_NAMES, ...CACHE_NAMES, ...OUTPUT_NAMES, 'total_tokens'];

/** Counts and costs, by name, that no results file can hold, with what was expected of them. `null` says: not reported. */
export function misreported(usage: JsonObject): readonly { readonly name: string; readonly problem: string }[] {
  const counts = COUNT_NAMES.filter((name) => usage[name] != null && !isCount(usage[name])).map((name) => ({
    name,
    problem: 'expected a whole number of tokens, 0 to 2^53 - 1',
  }));
  const priced = usage['cost_usd'] == null || isCost(usage['cost_usd']);
  return priced ? counts : [...counts, { name: 'cost_usd', problem: 'expected US dollars, a number from 0 to 1e15' }];
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isCost(value: Json | undefined): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_COST;
}

const MAX_COST = 1e15;

/** Usage of several model calls together; a count that one of them lacks is `null`, since a part is not the whole. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input_tokens: sum(one.input_tokens, other.input_tokens),
    output_tokens: sum(one.output_tokens, other.output_tokens),
    total_tokens: sum(one.total_tokens, other.total_tokens),
    cost_usd: sum(one.cost_usd, other.cost_usd, MAX_COST),
    estimated: one.estimated || other.estimated,
  };
}

function sum(one: number | null, other: number | null, most = Number.MAX_SAFE_INTEGER): number | null {
  if (one === null || other === null) return null;
  return one + other <= most ? one + other : null;
}
