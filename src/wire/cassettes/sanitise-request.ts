import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined, parseJsonText } from '#common/json-text.ts';
import { redactJson } from '#report/redaction/redact-json.ts';
import type { ModelRequest } from '#wire/ports.ts';
import type { Provider } from '#wire/protocols/providers.ts';
import { nestedTooDeeply } from './nesting.ts';

/** A request as a cassette stores it, and as requests are compared. */
export interface StoredRequest {
  readonly provider: Provider;
  readonly path: string;
  /** With sorted keys; `null` without a body, the text itself if it is no JSON. */
  readonly body: Json;
}

/** The comparable part of a request: no header, no secret, and no field that differs between runs of the same question. */
export function sanitiseRequest(request: ModelRequest, redact: (text: string) => string): StoredRequest {
  return {
    provider: request.provider,
    path: redact(withoutKeys(request.path)),
    body: redactedBody(request.body, redact),
  };
}

function redactedBody(text: string, redact: (text: string) => string): Json {
  if (text === '') return null;
  const body = jsonOrUndefined(text);
  if (body === undefined || nestedTooDeeply(body)) return redact(text);
  return sortKeys(redactJson(withoutVolatile(body), redact));
}

/** Fields about the sender, the format of the answer or randomness, not about the question. */
const VOLATILE = [
  'seed',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'metadata',
  'client_metadata',
  'stream_options',
];

function withoutVolatile(body: Json): Json {
  if (!isJsonObject(body)) return body;
  const rest = without(body, VOLATILE);
  const options = rest['options'];
  // Ollama's place for the seed.
  return isJsonObject(options) ? { ...rest, options: without(options, ['seed']) } : rest;
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** Some clients put their key into the query. */
function withoutKeys(path: string): string {
  const [base = '', query] = path.split('?', 2);
  if (query === undefined) return base;
  const rest = query.split('&').filter((pair) => !/^[^=]*(key|token|secret|signature)/i.test(pair));
  return rest.length === 0 ? base : `${base}?${rest.sort().join('&')}`;
}

function sortKeys(value: Json): Json {
  return parseJsonText(canonicalJson(value));
}
