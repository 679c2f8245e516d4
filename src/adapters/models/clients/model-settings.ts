import type { JsonObject } from '#domain/json.ts';

/** How a model is asked; `null`: not sent, so that the provider's own default holds. */
export interface ModelSettings {
  readonly model: string;
  readonly temperature: number | null;
  readonly top_p: number | null;
  /** Of one answer. */
  readonly max_output_tokens: number | null;
  /** What Chat Completions calls that: OpenAI's newer models refuse the old name, compatible servers do not know the new one. */
  readonly max_tokens_field: 'max_completion_tokens' | 'max_tokens';
  readonly parallel_tool_calls: boolean | null;
  /** Whether prompt, tools and conversation are marked for the provider's cache. */
  readonly cache: boolean;
  /** Further fields of the body; they win. */
  readonly extra: JsonObject;
}
