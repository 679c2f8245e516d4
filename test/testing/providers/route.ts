import type { IncomingHttpHeaders } from 'node:http';
import { anthropicMessages } from './protocols/anthropic-messages.ts';
import { bedrockConverse } from './protocols/bedrock-converse.ts';
import { bedrockInvoke } from './protocols/bedrock-invoke.ts';
import { geminiGenerate } from './protocols/gemini-generate.ts';
import { geminiInteractions } from './protocols/gemini-interactions.ts';
import { ollamaChat } from './protocols/ollama-chat.ts';
import { openaiChat } from './protocols/openai-chat.ts';
import { openaiResponses } from './protocols/openai-responses.ts';
import type { Protocol } from './protocols/protocol.ts';
import { vercelLanguage } from './protocols/vercel-language.ts';
import type { Provider } from './provider.ts';

/** Where a request goes. */
export interface Route {
  readonly provider: Provider;
  /** Chats are scripted; asides are answered by the server itself; `null`: the provider has no such path. */
  readonly target: { readonly chat: Protocol } | { readonly aside: Aside; readonly rest: string } | null;
  /** Path of the request without the query and without a prefix that names the provider. */
  readonly path: string;
}

/** What is answered without a script. */
export type Aside =
  | 'embeddings'
  | 'moderations'
  | 'models'
  | 'stored_response'
  | 'kept'
  | 'openai_compact'
  | 'count_tokens'
  | 'gemini_count_tokens'
  | 'gemini_embeddings'
  | 'bedrock_embeddings'
  | 'embed'
  | 'tags'
  | 'show'
  | 'version'
  | 'root';

/**
 * Finds the endpoint. A prefix `/openai`, `/azure`, `/openrouter`, `/vercel`, `/anthropic`, `/gemini`, `/bedrock` or `/ollama` says whose server is meant; without one, `/v1/chat/completions` is
 * OpenAI's and `/v1/models` belongs to whom the headers speak.
 */
export function route(method: string, target: string, headers: IncomingHttpHeaders): Route {
  const pathname = target.replace(/\?.*$/s, '');
  const [, named, rest] =
    /^\/(openai|azure|openrouter|vercel|anthropic|gemini|bedrock|ollama)(\/.*)?$/.exec(pathname) ?? [];
  const path = named === 'azure' ? openaiPath(rest ?? '/', target) : named === undefined ? pathname : (rest ?? '/');
  for (const entry of ROUTES) {
    const match = entry.method === method ? entry.path.exec(path) : null;
    const provider = named ?? guess(entry.providers, headers);
    const found = entry.providers.find((known) => known === provider);
    if (match === null || found === undefined) continue;
    if (entry.chat !== undefined) return { provider: found, target: { chat: entry.chat }, path };
    return { provider: found, target: { aside: entry.aside, rest: decode(match[1] ?? '') }, path };
  }
  return { provider: providerOfUnknown(named, path, headers), target: null, path };
}

/** Azure's paths as OpenAI's; below `/openai` and a deployment they need the version of the API. */
function openaiPath(path: string, target: string): string {
  if (path.startsWith('/openai/v1/')) return path.replace('/openai', '');
  return target.includes('api-version=') ? path.replace(/^\/openai(?:\/deployments\/[^/]+)?(?=\/)/, '/v1') : path;
}

type Entry = {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'DELETE';
  readonly path: RegExp;
  readonly providers: readonly Provider[];
} & ({ readonly chat: Protocol; readonly aside?: undefined } | { readonly chat?: undefined; readonly aside: Aside });

const KEPT = (['GET', 'POST', 'DELETE'] as const).map((method) => ({
  method,
  path: /^\/v1\/(?:conversations|files|vector_stores)(?:\/.*)?$/,
  providers: ['openai', 'azure'] as const,
  aside: 'kept' as const,
}));

const ROUTES: readonly Entry[] = [
  ...KEPT,
  { method: 'POST', path: /^\/v1\/responses\/compact$/, providers: ['openai', 'azure'], aside: 'openai_compact' },
  {
    method: 'POST',
    path: /^\/v1\/chat\/completions$/,
    providers: ['openai', 'azure', 'openrouter', 'ollama'],
    chat: openaiChat,
  },
  { method: 'POST', path: /^\/v1\/responses$/, providers: ['openai', 'azure', 'openrouter'], chat: openaiResponses },
  { method: 'POST', path: /^\/v1\/messages$/, providers: ['anthropic'], chat: anthropicMessages },
  { method: 'POST', path: /^\/v[13]\/ai\/language-model$/, providers: ['vercel'], chat: vercelLanguage },
  {
    method: 'POST',
    path: /^\/v1(?:alpha|beta)?\/models\/[^/:]+:(?:generateContent|streamGenerateContent)$/,
    providers: ['gemini'],
    chat: geminiGenerate,
  },
  {
    method: 'POST',
    path: /^\/v1(?:alpha|beta)?\/models\/([^/:]+):(?:embedContent|batchEmbedContents)$/,
    providers: ['gemini'],
    aside: 'gemini_embeddings',
  },
  {
    method: 'POST',
    path: /^\/v1(?:alpha|beta)?\/models\/([^/:]+):countTokens$/,
    providers: ['gemini'],
    aside: 'gemini_count_tokens',
  },
  { method: 'GET', path: /^\/v1(?:alpha|beta)\/models(?:\/(.+))?$/, providers: ['gemini'], aside: 'models' },
  { method: 'POST', path: /^\/v1(?:alpha|beta)?\/interactions$/, providers: ['gemini'], chat: geminiInteractions },
  { method: 'POST', path: /^\/model\/[^/]+\/converse(?:-stream)?$/, providers: ['bedrock'], chat: bedrockConverse },
  { method: 'POST', path: /^\/model\/([^/]*embed[^/]*)\/invoke$/, providers: ['bedrock'], aside: 'bedrock_embeddings' },
  {
    method: 'POST',
    path: /^\/model\/[^/]+\/invoke(?:-with-response-stream)?$/,
    providers: ['bedrock'],
    chat: bedrockInvoke,
  },
  { method: 'POST', path: /^\/api\/chat$/, providers: ['ollama'], chat: ollamaChat },
  { method: 'GET', path: /^\/v1\/responses\/([^/]+)$/, providers: ['openai'], aside: 'stored_response' },
  {
    method: 'POST',
    path: /^\/v1\/embeddings$/,
    providers: ['openai', 'azure', 'openrouter', 'ollama'],
    aside: 'embeddings',
  },
  { method: 'POST', path: /^\/v1\/moderations$/, providers: ['openai'], aside: 'moderations' },
  { method: 'POST', path: /^\/v1\/messages\/count_tokens$/, providers: ['anthropic'], aside: 'count_tokens' },
  {
    method: 'GET',
    path: /^\/v1\/models(?:\/(.+))?$/,
    providers: ['openai', 'azure', 'anthropic', 'ollama'],
    aside: 'models',
  },
  { method: 'POST', path: /^\/api\/embed$/, providers: ['ollama'], aside: 'embed' },
  { method: 'GET', path: /^\/api\/tags$/, providers: ['ollama'], aside: 'tags' },
  { method: 'POST', path: /^\/api\/show$/, providers: ['ollama'], aside: 'show' },
  { method: 'GET', path: /^\/api\/version$/, providers: ['ollama'], aside: 'version' },
  { method: 'GET', path: /^\/$/, providers: ['ollama'], aside: 'root' },
  { method: 'HEAD', path: /^\/$/, providers: ['ollama'], aside: 'root' },
];

/** A name that is no valid encoding stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function guess(providers: readonly Provider[], headers: IncomingHttpHeaders): Provider | undefined {
  return providers.includes('anthropic') && speaksAnthropic(headers) ? 'anthropic' : providers[0];
}

function providerOfUnknown(named: string | undefined, path: string, headers: IncomingHttpHeaders): Provider {
  if (named === 'azure' || named === 'openrouter' || named === 'vercel') return named;
  if (named === 'gemini' || path.startsWith('/v1beta/')) return 'gemini';
  if (named === 'bedrock' || path.startsWith('/model/')) return 'bedrock';
  if (named === 'ollama' || path.startsWith('/api/')) return 'ollama';
  return named === 'anthropic' || speaksAnthropic(headers) ? 'anthropic' : 'openai';
}

function speaksAnthropic(headers: IncomingHttpHeaders): boolean {
  return headers['anthropic-version'] !== undefined || headers['x-api-key'] !== undefined;
}
