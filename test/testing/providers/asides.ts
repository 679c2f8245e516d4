import { checkModel } from './check-model.ts';
import { estimateTokens, promptText } from './compose-reply.ts';
import { geminiEmbeddings, ollamaEmbeddings, openaiEmbeddings, titanEmbedding } from './embeddings.ts';
import type { JsonObject } from './json.ts';
import type { KeptObjects } from './kept-objects.ts';
import { readMessages } from './protocols/anthropic-messages.ts';
import { checkAnthropicConversation } from './protocols/check-anthropic-messages.ts';
import { countTokens } from './protocols/gemini-generate.ts';
import type { Provider } from './provider.ts';
import { stringOr } from './read-json.ts';
import { Refusal } from './refusal.ts';
import type { Aside } from './route.ts';

/** What answers an aside. */
export interface AsideRequest {
  readonly provider: Provider;
  readonly aside: Aside;
  /** Without the query. */
  readonly path: string;
  /** The last part of the path: a model, a response. */
  readonly rest: string;
  readonly body: JsonObject;
  /** `null`: every model is known. */
  readonly models: readonly string[] | null;
  readonly stored: (id: string) => JsonObject | null;
  readonly kept: KeptObjects['answer'];
  readonly method: string;
}

/** Answers what needs no script; a string goes out as plain text. @throws Refusal */
export function answerAside(asked: AsideRequest): JsonObject | string {
  const { provider, aside, path, rest, body, models, stored, kept, method } = asked;
  const model = stringOr(body['model'], '');
  switch (aside) {
    case 'embeddings':
    case 'embed':
      if (model === '')
        throw new Refusal(400, provider === 'ollama' ? 'model is required' : 'you must provide a model parameter');
      checkModel(provider, model, models);
      return aside === 'embed' ? ollamaEmbeddings(body) : openaiEmbeddings(body);
    case 'moderations':
      return moderation(body);
    case 'models':
      if (rest === '') return modelList(provider, models ?? DEFAULT_MODELS[provider]);
      checkModel(provider, rest, models);
      return modelInfo(provider, rest);
    case 'stored_response': {
      const response = stored(rest);
      if (response === null) throw new Refusal(404, `Response with id '${rest}' not found.`);
      return response;
    }
    case 'kept':
      return kept(method, path, body);
    case 'openai_compact':
      checkModel(provider, model, models);
      return compacted(body);
    case 'count_tokens':
      checkAnthropicConversation(body, true);
      checkModel(provider, model, models);
      return { input_tokens: estimateTokens(promptText(readMessages(body))) };
    case 'gemini_count_tokens':
      checkModel(provider, rest, models);
      return countTokens(body, path);
    case 'gemini_embeddings':
      checkModel(provider, rest, models);
      return geminiEmbeddings(body);
    case 'bedrock_embeddings':
      checkModel(provider, rest, models);
      return titanEmbedding(body);
    case 'tags':
      return { models: (models ?? DEFAULT_MODELS.ollama).map(tag) };
    case 'show': {
      const id = model === '' ? stringOr(body['name'], '') : model;
      if (id === '') throw new Refusal(400, 'model is required');
      checkModel(provider, id, models);
      return show();
    }
    case 'version':
      return { version: '0.13.0' };
    case 'root':
      return 'Ollama is running';
  }
}

/** The conversation in one item, which nobody but the provider can read. */
function compacted({ input }: JsonObject): JsonObject {
  const input_tokens = estimateTokens(JSON.stringify(input ?? ''));
  return {
    id: 'resp_00000000000000000000000000000000compacted',
    object: 'response.compaction',
    created_at: CREATED,
    output: [{ id: 'cmp_1', type: 'compaction', encrypted_content: 'c2NyaXB0ZWQ=' }],
    usage: { input_tokens, output_tokens: 20, total_tokens: input_tokens + 20 },
  };
}

const DEFAULT_MODELS: Readonly<Record<Provider, readonly string[]>> = {
  openai: ['gpt-scripted', 'text-embedding-scripted'],
  azure: ['gpt-scripted', 'text-embedding-scripted'],
  anthropic: ['claude-scripted'],
  gemini: ['gemini-scripted'],
  openrouter: ['vendor/gpt-scripted'],
  vercel: ['vendor/gpt-scripted'],
  bedrock: ['anthropic.claude-scripted-v1:0'],
  ollama: ['scripted:latest'],
};

const CREATED = 1_767_225_600;
const CREATED_AT = '2026-01-01T00:00:00Z';

function modelList(provider: Provider, models: readonly string[]): JsonObject {
  const data = models.map((id) => modelInfo(provider, id));
  if (provider === 'gemini') return { models: data };
  if (provider !== 'anthropic') return { object: 'list', data };
  return { data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null };
}

function modelInfo(provider: Provider, id: string): JsonObject {
  if (provider === 'anthropic') return { type: 'model', id, display_name: id, created_at: CREATED_AT };
  if (provider === 'gemini') return { name: `models/${id}`, displayName: id, version: '001', inputTokenLimit: 1048576 };
  return { id, object: 'model', created: CREATED, owned_by: provider === 'ollama' ? 'library' : 'system' };
}

function moderation(body: JsonObject): JsonObject {
  const inputs = [body['input']].flat();
  if (body['input'] === undefined)
    throw new Refusal(400, "Missing required parameter: 'input'.", {
      code: 'missing_required_parameter',
      param: 'input',
    });
  const kinds = ['harassment', 'hate', 'illicit', 'self-harm', 'sexual', 'violence'];
  const each = (value: boolean | number) => Object.fromEntries(kinds.map((kind) => [kind, value]));
  return {
    id: 'modr-scripted',
    model: body['model'] ?? 'omni-moderation-latest',
    results: inputs.map(() => ({ flagged: false, categories: each(false), category_scores: each(0.0001) })),
  };
}

const DETAILS = {
  parent_model: '',
  format: 'gguf',
  family: 'scripted',
  families: ['scripted'],
  parameter_size: '8B',
  quantization_level: 'Q4_K_M',
};

function tag(name: string): JsonObject {
  return { name, model: name, modified_at: CREATED_AT, size: 1, digest: '0'.repeat(64), details: DETAILS };
}

function show(): JsonObject {
  return {
    modelfile: '# scripted',
    parameters: '',
    template: '{{ .Prompt }}',
    details: DETAILS,
    model_info: { 'general.architecture': 'scripted', 'scripted.context_length': 131072 },
    capabilities: ['completion', 'tools'],
    modified_at: CREATED_AT,
  };
}
