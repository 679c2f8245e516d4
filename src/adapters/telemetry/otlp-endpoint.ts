import { type Dispatcher, fetch } from 'undici';
import { createDispatcher } from '#adapters/outbound/dispatcher.ts';
import { outboundProxy } from '#adapters/outbound/outbound-proxy.ts';
import { errorMessage } from '#domain/error-message.ts';
import type { JsonObject } from '#domain/json.ts';
import { isJsonObject } from '#domain/json.ts';
import { jsonText, parseJsonText } from '#domain/json-text.ts';

/** Sends one export request. Never throws; returns why it was not taken, a sentence part without any key, or `null`. */
export type SendTraces = (request: JsonObject) => Promise<string | null>;

/** An answer takes no longer, milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * The endpoint that OTEL_EXPORTER_OTLP_TRACES_ENDPOINT names as it is, or else OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces, with the
 * headers of OTEL_EXPORTER_OTLP_TRACES_HEADERS or OTEL_EXPORTER_OTLP_HEADERS. It gets JSON by HTTP, through the proxies of the
 * environment. Redirects are refused: the headers may hold a key.
 */
export function otlpEndpoint(
  environment: NodeJS.ProcessEnv,
): { readonly send: SendTraces; readonly shown: string } | { readonly problem: string } {
  const own = firstOf(environment, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const url = URL.canParse(own.value) ? new URL(own.value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return { problem: `${own.name} must be an http(s) URL without a user, such as http://localhost:4318` };
  if (!own.name.includes('TRACES')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  const headers = new Headers({ 'content-type': 'application/json' });
  const given = firstOf(environment, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_EXPORTER_OTLP_HEADERS');
  for (const [index, pair] of given.value.split(',').entries()) {
    if (pair.trim() === '') continue;
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    try {
      headers.set(name.trim(), decodeURIComponent(value.trim()));
    } catch {
      return { problem: `${given.name}: header ${index + 1} can't be read; expected name=value,name=value` };
    }
  }
  const dispatcher = createDispatcher(outboundProxy(environment), {
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  return { send: (request) => send({ url, headers, dispatcher }, request), shown: `${url.origin}${url.pathname}` };
}

/** The first variable that has a value, else the last one. */
function firstOf(environment: NodeJS.ProcessEnv, name: string, other: string) {
  const set = environment[name] ? name : other;
  return { name: set, value: environment[set] ?? '' };
}

interface Endpoint {
  readonly url: URL;
  readonly headers: Headers;
  readonly dispatcher: Dispatcher;
}

async function send({ url, headers: set, dispatcher }: Endpoint, request: JsonObject): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = Object.fromEntries(set);
    const body = jsonText(request);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal, dispatcher });
    const text = await answer.text();
    return answer.ok ? rejected(text) : `it answered with status ${answer.status}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return errorMessage(cause);
  }
}

/** A collector may take a part only. */
function rejected(text: string): string | null {
  try {
    const answer = parseJsonText(text);
    const partial = isJsonObject(answer) ? answer['partialSuccess'] : null;
    const count = isJsonObject(partial) ? Number(partial['rejectedSpans'] ?? 0) : 0;
    return count > 0 ? `it refused ${count} spans` : null;
  } catch {
    return null;
  }
}
