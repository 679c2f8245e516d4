/** A provider that is played here. */
export type Provider = 'openai' | 'azure' | 'anthropic' | 'gemini' | 'bedrock' | 'openrouter' | 'vercel' | 'ollama';

/** What a request asks for, by the API that defines its shape. */
export type Endpoint =
  | 'openai_chat'
  | 'openai_compact'
  | 'openai_responses'
  | 'openai_embeddings'
  | 'anthropic_messages'
  | 'gemini_generate'
  | 'gemini_interactions'
  | 'gemini_embeddings'
  | 'bedrock_converse'
  | 'bedrock_invoke'
  | 'bedrock_embeddings'
  | 'vercel_language'
  | 'vercel_embeddings'
  | 'ollama_chat';
