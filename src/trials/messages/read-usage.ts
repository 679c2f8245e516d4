import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { addCounts, MOST_USD } from '#trials/trial/add-usage.ts';
import type { Usage } from '#trials/trial/trajectory.ts';

/**
 * Token counts in the names of any provider: `input_tokens`/`output_tokens` (ours, Anthropic, OpenAI Responses, LangChain),
 * `prompt_tokens`/`completion_tokens` (OpenAI chat), `prompt_eval_count`/`eval_count` (Ollama). Anthropic counts cache reads
 * and writes separately from `input_tokens`; they are added. Some count reasoning separately from their output, which their total shows; it is
 * added too. A total is never less than input and output. `null` if there is no count at all. Parts (cache, reasoning) are set
 * only if reported. A provider's count may be a text of digits. A count out of bounds, or a sum of several, is treated as not reported; the
 * result's own `usage` is refused for it before ({@link misreported}).
 */
export function readUsage(value: Json | undefined): Usage | null {
  if (!isJsonObject(value)) return null;
  const uncached = firstCount(value, INPUT_NAMES);
  // Proxies use Anthropic's names separately from `prompt_tokens`, which already includes the cache.
  const isChat = firstCount(value, PROMPT_NAMES) !== null;
  const separate = isChat ? [] : CACHE_NAMES;
  const read = separate.reduce<number | null>(
    (total, name) => addCounts(total, firstCount(value, [name]) ?? 0),
    uncached,
  );
  const parts = readParts(value);
  const cached = (parts.cache_read_tokens ?? 0) + (parts.cache_write_tokens ?? 0);
  const input = withCache(read, cached);
  const reported = firstCount(value, ['total_tokens']);
  const output = withReasoning(
    firstCount(value, OUTPUT_NAMES),
    { reasoning: parts.reasoning_tokens ?? 0, cached: isChat ? cached : null },
    input,
    reported,
  );
  const cost = value['cost_usd'];
  const usage = {
    input_tokens: input,
    output_tokens: output,
    total_tokens: totalOf(reported, input, output),
    cost_usd: isCost(cost) ? cost : null,
    estimated: value['estimated'] === true,
    ...parts,
  };
  return input === null && output === null && usage.total_tokens === null && usage.cost_usd === null ? null : usage;
}

/**
 * The reported count, and no less than its parts; `null` if none is reported and a part is unknown, or if they exceed what can be
 * counted.
 */
function totalOf(reported: number | null, input: number | null, output: number | null): number | null {
  if (reported === null) return addCounts(input, output);
  const least = addCounts(input ?? 0, output ?? 0);
  return least === null ? null : Math.max(reported, least);
}

/** The input with its cache: more than the whole is no part of it, so it was counted separately from it. */
function withCache(input: number | null, cached: number): number | null {
  return input !== null && cached > input ? addCounts(input, cached) : input;
}

/**
 * The output with its reasoning: counted separately from it where only the three together make the total (xAI), or where it is more than
 * the output. What a total of Chat Completions has beyond its parts and the cache is reasoning that nobody names (Gemini's endpoint).
 */
function withReasoning(
  output: number | null,
  { reasoning, cached }: { readonly reasoning: number; readonly cached: number | null },
  input: number | null,
  total: number | null,
): number | null {
  if (output === null) return null;
  const rest = input === null || total === null ? 0 : total - input - output;
  if (reasoning > output || rest === reasoning) return addCounts(output, reasoning);
  return cached !== null && rest > 0 && rest !== cached ? addCounts(output, rest) : output;
}

const PROMPT_NAMES = ['prompt_tokens'];
const INPUT_NAMES = ['input_tokens', 'prompt_tokens', 'prompt_eval_count'];
const CACHE_NAMES = ['cache_read_input_tokens', 'cache_creation_input_tokens'];
const OUTPUT_NAMES = ['output_tokens', 'completion_tokens', 'eval_count'];
const COUNT_NAMES = [...INPUT_NAMES, ...CACHE_NAMES, ...OUTPUT_NAMES, 'total_tokens'];

type Part = 'cache_read_tokens' | 'cache_write_tokens' | 'cache_write_1h_tokens' | 'reasoning_tokens';

/** Where providers report a part: its object (`null`: the usage itself), and its names there. */
const PARTS: readonly (readonly [Part, string | null, readonly string[]])[] = [
  // DeepSeek's name, and Kimi's.
  [
    'cache_read_tokens',
    null,
    ['cache_read_tokens', 'cache_read_input_tokens', 'prompt_cache_hit_tokens', 'cached_tokens'],
  ],
  ['cache_read_tokens', 'prompt_tokens_details', ['cached_tokens']],
  ['cache_read_tokens', 'input_tokens_details', ['cached_tokens']],
  ['cache_read_tokens', 'input_token_details', ['cache_read']],
  ['cache_write_tokens', null, ['cache_write_tokens', 'cache_creation_input_tokens']],
  // The second one is LiteLLM's.
  ['cache_write_tokens', 'prompt_tokens_details', ['cache_write_tokens', 'cache_creation_tokens']],
  ['cache_write_tokens', 'input_tokens_details', ['cache_write_tokens']],
  ['cache_write_tokens', 'input_token_details', ['cache_creation']],
  ['cache_write_1h_tokens', 'cache_creation', ['ephemeral_1h_input_tokens']],
  ['reasoning_tokens', null, ['reasoning_tokens']],
  ['reasoning_tokens', 'completion_tokens_details', ['reasoning_tokens']],
  ['reasoning_tokens', 'output_tokens_details', ['reasoning_tokens', 'thinking_tokens']],
  ['reasoning_tokens', 'output_token_details', ['reasoning']],
];

function readParts(usage: JsonObject): { readonly [part in Part]?: number } {
  const parts: { [part in Part]?: number } = {};
  for (const [part, holder, names] of PARTS) {
    const holding = holder === null ? usage : usage[holder];
    const count = isJsonObject(holding) ? firstCount(holding, names) : null;
    // Anthropic says 0 where nothing is kept for an hour, which is nearly always.
    if (count !== null && (count > 0 || part !== 'cache_write_1h_tokens')) parts[part] ??= count;
  }
  return parts;
}

function firstCount(counts: JsonObject, names: readonly string[]): number | null {
  for (const name of names) {
    const count = countOf(counts[name]);
    if (count !== null) return count;
  }
  return null;
}

/**
 * Counts and costs, by name, that exceed what a results file may have, with what was expected of them. `null` means: not
 * reported.
 */
export function misreported(usage: JsonObject): readonly { readonly name: string; readonly problem: string }[] {
  const counts = COUNT_NAMES.filter(
    (name) => usage[name] != null && (typeof usage[name] !== 'number' || countOf(usage[name]) === null),
  ).map((name) => ({
    name,
    problem: 'expected a whole number of tokens, 0 to 2^53 - 1',
  }));
  const priced = usage['cost_usd'] == null || isCost(usage['cost_usd']);
  return priced ? counts : [...counts, { name: 'cost_usd', problem: 'expected US dollars, a number from 0 to 1e15' }];
}

function countOf(value: Json | undefined): number | null {
  const count = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

function isCost(value: Json | undefined): value is number {
  return typeof value === 'number' && value >= 0 && value <= MOST_USD;
}
