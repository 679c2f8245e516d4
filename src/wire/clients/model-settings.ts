import type { JsonObject } from '#common/json.ts';

/** Settings of a model's requests; `null`: not sent, so that the provider's default applies. */
export interface ModelSettings {
  readonly model: string;
  readonly temperature: number | null;
  readonly top_p: number | null;
  /** Of one answer. */
  readonly max_output_tokens: number | null;
  /**
   * The field's name in Chat Completions: OpenAI's newer models refuse the old one, compatible servers do not know the new one.
   */
  readonly max_tokens_field: 'max_completion_tokens' | 'max_tokens';
  readonly parallel_tool_calls: boolean | null;
  /** Whether prompt, tools and conversation are marked for the provider's cache. */
  readonly cache: boolean;
  /** Further fields of the body; they take precedence. */
  readonly extra: JsonObject;
}

/** The field that a server knows: OpenAI and Azure the newer one, others only the older. */
export function maxTokensField(baseUrl: string | null): ModelSettings['max_tokens_field'] {
  if (baseUrl === null || !URL.canParse(baseUrl)) return 'max_completion_tokens';
  return /(^|\.)(openai|azure)\.com$/.test(new URL(baseUrl).hostname) ? 'max_completion_tokens' : 'max_tokens';
}
