import type Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';

type Fields<T> = Readonly<Record<keyof T, true>>;

/** Fields of a chat completion, held complete by the type of OpenAI's SDK. */
export const CHAT_FIELDS: Fields<OpenAI.ChatCompletionCreateParamsNonStreaming> = {
  messages: true,
  model: true,
  audio: true,
  frequency_penalty: true,
  function_call: true,
  functions: true,
  logit_bias: true,
  logprobs: true,
  max_completion_tokens: true,
  max_tokens: true,
  metadata: true,
  modalities: true,
  moderation: true,
  n: true,
  parallel_tool_calls: true,
  prediction: true,
  presence_penalty: true,
  prompt_cache_key: true,
  prompt_cache_options: true,
  prompt_cache_retention: true,
  reasoning_effort: true,
  response_format: true,
  safety_identifier: true,
  seed: true,
  service_tier: true,
  stop: true,
  store: true,
  stream: true,
  stream_options: true,
  temperature: true,
  tool_choice: true,
  tools: true,
  top_logprobs: true,
  top_p: true,
  user: true,
  verbosity: true,
  web_search_options: true,
};

/** Fields of a response, held complete by the type of OpenAI's SDK. */
export const RESPONSES_FIELDS: Fields<OpenAI.Responses.ResponseCreateParamsNonStreaming> = {
  access_programs: true,
  background: true,
  context_management: true,
  conversation: true,
  image: true,
  include: true,
  input: true,
  instructions: true,
  max_output_tokens: true,
  max_tool_calls: true,
  metadata: true,
  model: true,
  moderation: true,
  parallel_tool_calls: true,
  previous_response_id: true,
  prompt: true,
  prompt_cache_key: true,
  prompt_cache_options: true,
  prompt_cache_retention: true,
  reasoning: true,
  safety_identifier: true,
  service_tier: true,
  store: true,
  stream: true,
  stream_options: true,
  temperature: true,
  text: true,
  tool_choice: true,
  tools: true,
  top_logprobs: true,
  top_p: true,
  truncation: true,
  user: true,
};

type SentAsHeader = 'user_profile_id' | 'workspace_id' | 'betas';

/** Fields of a message that Anthropic's SDK declares in the body, and the sampling fields that it no longer declares. */
export const MESSAGE_FIELDS: Fields<Omit<Anthropic.MessageCreateParamsNonStreaming, SentAsHeader>> & Sampling = {
  max_tokens: true,
  messages: true,
  model: true,
  cache_control: true,
  container: true,
  diagnostics: true,
  inference_geo: true,
  metadata: true,
  output_config: true,
  service_tier: true,
  speed: true,
  stop_sequences: true,
  stream: true,
  system: true,
  thinking: true,
  tool_choice: true,
  tools: true,
  temperature: true,
  top_k: true,
  top_p: true,
};

interface Sampling {
  readonly temperature: true;
  readonly top_k: true;
  readonly top_p: true;
}

type BetaOnly = Exclude<
  keyof Anthropic.Beta.MessageCreateParamsNonStreaming,
  keyof typeof MESSAGE_FIELDS | SentAsHeader
>;

/** Fields that Anthropic knows in requests with a beta. */
export const BETA_MESSAGE_FIELDS: Readonly<Record<BetaOnly, true>> = {
  billing_policy: true,
  compaction: true,
  context_management: true,
  fallback_credit_token: true,
  fallbacks: true,
  mcp_servers: true,
  output_format: true,
  thread: true,
};
