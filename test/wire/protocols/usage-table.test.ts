import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { type Endpoint, formatOf } from '#wire/protocols/providers.ts';

/** Where a provider writes its counts: paths in the answer, `null` for what it does not tell. */
interface Places {
  readonly input: string;
  readonly output: string;
  readonly cached: string | null;
  readonly written: string | null;
  readonly reasoning: string | null;
  /** Counts that stand beside the input or output, and not in it. */
  readonly beside?: 'input' | 'output';
}

const CHAT: Places = {
  ...{ input: 'usage.prompt_tokens', output: 'usage.completion_tokens', written: null },
  cached: 'usage.prompt_tokens_details.cached_tokens',
  reasoning: 'usage.completion_tokens_details.reasoning_tokens',
};

const RESPONSES: Places = {
  ...{ input: 'usage.input_tokens', output: 'usage.output_tokens', written: null },
  cached: 'usage.input_tokens_details.cached_tokens',
  reasoning: 'usage.output_tokens_details.reasoning_tokens',
};

const ANTHROPIC: Places = {
  ...{ input: 'usage.input_tokens', output: 'usage.output_tokens', beside: 'input' },
  cached: 'usage.cache_read_input_tokens',
  written: 'usage.cache_creation_input_tokens',
  reasoning: 'usage.output_tokens_details.thinking_tokens',
};

const CONVERSE: Places = {
  ...{ input: 'usage.inputTokens', output: 'usage.outputTokens', beside: 'input', reasoning: null },
  cached: 'usage.cacheReadInputTokens',
  written: 'usage.cacheWriteInputTokens',
};

const GENERATE: Places = {
  ...{ input: 'usageMetadata.promptTokenCount', output: 'usageMetadata.candidatesTokenCount', beside: 'output' },
  ...{ cached: 'usageMetadata.cachedContentTokenCount', written: null },
  reasoning: 'usageMetadata.thoughtsTokenCount',
};

const INTERACTIONS: Places = {
  ...{ input: 'usage.total_input_tokens', output: 'usage.total_output_tokens', beside: 'output' },
  ...{ cached: 'usage.total_cached_tokens', written: null, reasoning: 'usage.total_thought_tokens' },
};

const VERCEL: Places = {
  ...{ input: 'usage.inputTokens.total', output: 'usage.outputTokens.total' },
  ...{ cached: 'usage.inputTokens.cacheRead', written: 'usage.inputTokens.cacheWrite' },
  reasoning: 'usage.outputTokens.reasoning',
};

const OLLAMA: Places = {
  ...{ input: 'prompt_eval_count', output: 'eval_count' },
  ...{ cached: null, written: null, reasoning: null },
};

const PROVIDERS: readonly (readonly [provider: string, endpoint: Endpoint, places: Places])[] = [
  ['OpenAI, Azure: chat completions', 'openai_chat', CHAT],
  ['OpenAI, Azure: responses', 'openai_responses', RESPONSES],
  ['OpenRouter', 'openai_chat', { ...CHAT, written: 'usage.prompt_tokens_details.cache_write_tokens' }],
  ['DeepSeek', 'openai_chat', { ...CHAT, cached: 'usage.prompt_cache_hit_tokens' }],
  ['Kimi', 'openai_chat', { ...CHAT, cached: 'usage.cached_tokens', reasoning: null }],
  ['xAI', 'openai_chat', { ...CHAT, beside: 'output' }],
  ['Anthropic', 'anthropic_messages', ANTHROPIC],
  ['Bedrock: converse', 'bedrock_converse', CONVERSE],
  ['Gemini: generateContent', 'gemini_generate', GENERATE],
  ['Gemini: interactions', 'gemini_interactions', INTERACTIONS],
  ['Vercel: /v3/ai', 'vercel_language', VERCEL],
  ['Ollama: /api/chat', 'ollama_chat', OLLAMA],
];

const COUNTS = { cached: 400, written: 30, reasoning: 60 };
const PARTS = { input: ['cached', 'written'], output: ['reasoning'] } as const;

/** The body of an answer to 1,000 tokens with 100. */
function answerOf(places: Places): JsonObject {
  const beside = (side: 'input' | 'output') =>
    places.beside === side ? PARTS[side].reduce((sum, part) => sum + (places[part] === null ? 0 : COUNTS[part]), 0) : 0;
  const counts = { ...COUNTS, input: 1000 - beside('input'), output: 100 - beside('output') };
  const body: JsonObject = {};
  const set = (path: string, count: number) => put(body, path.split('.'), count);
  for (const name of ['input', 'output', 'cached', 'written', 'reasoning'] as const)
    if (places[name] !== null) set(places[name], counts[name]);
  if (places.input === CHAT.input) set('usage.total_tokens', 1100);
  return body;
}

function put(
  into: { [key: string]: JsonObject[string] },
  [step = '', ...rest]: readonly string[],
  count: number,
): void {
  if (rest.length === 0) into[step] = count;
  else {
    const below = into[step];
    const holder = { ...(isJsonObject(below) ? below : {}) };
    put(holder, rest, count);
    into[step] = holder;
  }
}

test.each(PROVIDERS)('input of %s includes its cache, and output its reasoning', (_, endpoint, places) => {
  expect(formatOf(endpoint).readUsage(answerOf(places))).toMatchObject({
    ...{ input_tokens: 1000, output_tokens: 100, total_tokens: 1100 },
    ...(places.cached !== null && { cache_read_tokens: COUNTS.cached }),
    ...(places.written !== null && { cache_write_tokens: COUNTS.written }),
    ...(places.reasoning !== null && { reasoning_tokens: COUNTS.reasoning }),
  });
});

test('docs/models.md has the places and the sums as a table (UPDATE_GOLDEN=1 writes it)', () => {
  const page = new URL('../../../docs/models.md', import.meta.url);
  const code = (path: string | null) => (path === null ? '–' : `\`${path.replace(/^usage(?:Metadata)?\./, '')}\``);
  const sum = (places: Places, side: 'input' | 'output') =>
    [code(places[side]), ...PARTS[side].filter((part) => places.beside === side && places[part] !== null)].join(' + ');
  const rows = PROVIDERS.map(([provider, , places]) => [
    provider,
    ...[places.cached, places.written, places.reasoning].map(code),
    ...[sum(places, 'input'), sum(places, 'output')],
  ]);
  const head = ['provider', 'cached', 'written', 'reasoning', 'input counted', 'output counted'];
  const lines = [head, head.map(() => '-'), ...rows].map((cells) => `|${cells.join('|')}|`);
  const table = `<!-- usage:start -->\n\n${lines.join('\n')}\n\n<!-- usage:end -->`;
  const text = readFileSync(page, 'utf8').replace(/<!-- usage:start -->[\s\S]*<!-- usage:end -->/, () => table);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(page, text);
  expect(readFileSync(page, 'utf8')).toBe(text);
  expect(text).toContain(table);
});
