import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import type { JsonObject } from '#common/json.ts';

/** Stands for a base URL that the run finds out: where `OLLAMA_HOST` of its environment speaks OpenAI's API. No config can write it. */
export const OLLAMA_URL = 'ollama:OLLAMA_HOST';

/** What the built-in agents have in common: a model with the repository's prompt and tools, run in our own loop. */
interface ModelSettings {
  /** The key of `agent:` under which it is written. */
  readonly key: 'openai' | 'ollama' | 'anthropic';
  readonly model: string;
  /** File with the system prompt, `null`: none. */
  readonly prompt: string | null;
  /** File with the tool schemas, `null`: no tools. */
  readonly tools: string | null;
  readonly mocks: ToolMocks;
  readonly temperature: number | null;
  readonly top_p: number | null;
  /** Of one answer; `null`: the provider's limit (Anthropic: 4096). */
  readonly max_output_tokens: number | null;
  readonly base_url: string | null;
  /** Further, unchanged fields of the request's body. */
  readonly extra: JsonObject;
  readonly needs: readonly string[];
}

/** A model behind OpenAI's API or a compatible one. */
export interface OpenAiAgentConfig extends ModelSettings {
  readonly kind: 'openai';
  readonly api: 'chat' | 'responses';
  /** Whether to send the trial's seed. */
  readonly seed: boolean;
  readonly parallel_tool_calls: boolean | null;
}

/** A model behind Anthropic's Messages API. */
export interface AnthropicAgentConfig extends ModelSettings {
  readonly kind: 'anthropic';
  /** Whether to mark prompt and tools for the provider's prompt cache. */
  readonly cache: boolean;
}

/** A built-in agent. */
export type ModelAgentConfig = OpenAiAgentConfig | AnthropicAgentConfig;
