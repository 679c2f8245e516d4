import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import type { CallContext, ModelRequest } from '#wire/ports.ts';
import type { WireFormat } from '#wire/protocols/format/wire-format.ts';
import { type Endpoint, formatOf } from '#wire/protocols/providers.ts';
import { createSegmenter, type Segmenter } from '#wire/protocols/request-segments.ts';
import type { Route } from '#wire/protocols/route.ts';
import { withUsageRequested } from '#wire/protocols/usage-chunk.ts';
import type { CallRecord, ReadRequest } from './call-record.ts';
import { readJsonBody, unsent } from './json-body.ts';
import type { Upstream } from './upstream.ts';

/** One call in the gateway. */
export interface OpenCall {
  /** As the client sent it, with a normalised path. */
  readonly request: ModelRequest;
  readonly context: CallContext;
  readonly signal: AbortSignal;
  readonly upstream: Upstream;
  /** `null` for requests that use no model. */
  readonly wire: (ReadRequest & { readonly format: WireFormat }) | null;
  /** The body that goes upstream. */
  readonly body: string;
  /** The gateway requested a usage chunk that the client did not request. */
  readonly usage_added: boolean;
  /** Where the provider stores what its answer names; `null`: the request makes nothing. */
  readonly collection: string | null;
  /** The stored object that its body changes, as `/conversations/ID`; `null`: none. */
  readonly appends_to: string | null;
  readonly record: CallRecord;
  /** Why it must not be sent; `null`: it may. */
  readonly refused: string | null;
}

/** The facts that the gateway needs of a request's body. */
type ReadBody = Pick<OpenCall, 'wire' | 'body' | 'usage_added' | 'refused' | 'appends_to'>;

/**
 * Reads bodies: each is parsed once, and changed only to request a stream's usage. Trials of a case begin with the same request, so that
 * one that was read before is not read again.
 *
 * @param askUsage false for a server that does not support that option
 */
export function createBodyReader(): (request: ModelRequest, route: Route, askUsage: boolean) => ReadBody {
  const segments = createSegmenter();
  const known = new Map<string, ReadBody>();
  let characters = 0;
  return (request, { endpoint }, askUsage) => {
    const { method, body, path, bytes } = request;
    if (endpoint === null) {
      const isJson = method === 'POST' && bytes === undefined && body !== '';
      const refused = isJson ? readJsonBody(body).problem : null;
      return { wire: null, body, usage_added: false, refused, appends_to: null };
    }
    const retries = retryCount(request);
    if (body.length > LONGEST_REMEMBERED || bytes !== undefined)
      return readBody(request, endpoint, retries, askUsage, segments);
    const key = JSON.stringify([endpoint, path, retries, askUsage]) + body;
    const before = known.get(key);
    if (before !== undefined) return before;
    const read = readBody(request, endpoint, retries, askUsage, segments);
    characters += key.length;
    if (characters > MOST_REMEMBERED) {
      known.clear();
      characters = key.length;
    }
    known.set(key, read);
    return read;
  };
}

/** Characters of one; longer ones are those of long conversations, which differ. */
const LONGEST_REMEMBERED = 20_000;
/** Characters of all. */
const MOST_REMEMBERED = 2_000_000;

function readBody(
  { body: text, path, bytes }: ModelRequest,
  endpoint: Endpoint,
  retries: number | null,
  askUsage: boolean,
  segments: Segmenter,
): ReadBody {
  const format = formatOf(endpoint);
  const { value, problem } = bytes === undefined ? readJsonBody(text) : unsent('is a form');
  const fields = isJsonObject(value) ? value : {};
  const read = format.inCommonNames?.(fields, path) ?? fields;
  const wire = { endpoint, format, request: format.readRequest(read, retries), segments: segments(read) };
  const keeps = endpoint === 'openai_responses' || endpoint === 'gemini_interactions';
  const refused = problem ?? (keeps && (fields['background'] ?? false) !== false ? UNMETERED : null);
  const appends_to = endpoint === 'openai_responses' ? conversationOf(fields) : null;
  if (endpoint !== 'openai_chat' || !askUsage) return { wire, body: text, usage_added: false, refused, appends_to };
  const { body, added } = withUsageRequested(fields);
  const asking = added ? textOfBody(body) : null;
  return { wire, body: asking ?? text, usage_added: asking !== null, refused, appends_to };
}

/** A response adds its question and its answer to the conversation that it names. */
function conversationOf(request: JsonObject): string | null {
  const conversation = request['conversation'] ?? null;
  const id = isJsonObject(conversation) ? conversation['id'] : conversation;
  return typeof id === 'string' ? `/conversations/${id}` : null;
}

const UNMETERED =
  'background responses are not supported, because their cost is never reported; remove "background" from the request';

/** `null` for a body that is nested too deeply to be serialised. */
function textOfBody(body: JsonObject): string | null {
  try {
    return jsonText(body);
  } catch {
    return null;
  }
}

function retryCount({ headers }: ModelRequest): number | null {
  const header = headers['x-stainless-retry-count'];
  if (header !== undefined && /^\d{1,6}$/.test(header)) return Number(header);
  // AWS's clients count from 1.
  const attempt = /^attempt=([1-9]\d{0,5})(?:;|$)/.exec(headers['amz-sdk-request'] ?? '')?.[1];
  return attempt === undefined ? null : Number(attempt) - 1;
}
