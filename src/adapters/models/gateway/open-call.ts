import type { CallContext, ModelRequest } from '#adapters/models/ports.ts';
import { type Endpoint, formatOf } from '#adapters/models/wire/providers.ts';
import type { Route } from '#adapters/models/wire/route.ts';
import { withUsageRequested } from '#adapters/models/wire/usage-chunk.ts';
import type { WireFormat, WireRequest } from '#adapters/models/wire/wire-format.ts';
import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import { parseJson } from '#domain/messages/read-arguments.ts';
import type { CallRecord } from './call-record.ts';
import type { Upstream } from './upstream.ts';

/** One call on its way through the gateway. */
export interface OpenCall {
  /** As the client sent it, its path in one spelling. */
  readonly request: ModelRequest;
  readonly context: CallContext;
  readonly signal: AbortSignal;
  readonly upstream: Upstream;
  /** `null` for requests that make no model work. */
  readonly wire: { readonly endpoint: Endpoint; readonly format: WireFormat; readonly request: WireRequest } | null;
  /** As it goes upstream. */
  readonly body: string;
  /** The gateway asked for a chunk with the usage that the client did not ask for. */
  readonly usage_added: boolean;
  readonly record: CallRecord;
  /** Why it may not be made; `null`: it may. */
  readonly refused: string | null;
}

/**
 * What the gateway must know of a request's body: parsed once, and changed only to ask a stream for its usage.
 * @param askUsage false for a server that does not know how to be asked
 */
export function readCallBody(
  request: ModelRequest,
  { endpoint }: Route,
  askUsage: boolean,
): Pick<OpenCall, 'wire' | 'body' | 'usage_added' | 'refused'> {
  if (endpoint === null) return { wire: null, body: request.body, usage_added: false, refused: null };
  const format = formatOf(endpoint);
  const parsed = parseJson(request.body);
  const given = isJsonObject(parsed) ? parsed : {};
  const wire = { endpoint, format, request: format.readRequest(given, retryCount(request)) };
  const refused = endpoint === 'openai_responses' && (given['background'] ?? false) !== false ? UNMETERED : null;
  if (endpoint !== 'openai_chat' || !askUsage) return { wire, body: request.body, usage_added: false, refused };
  const { body, added } = withUsageRequested(given);
  const asking = added ? textOfBody(body) : null;
  return { wire, body: asking ?? request.body, usage_added: asking !== null, refused };
}

const UNMETERED =
  'background responses are not supported, because their cost is never reported; remove "background" from the request';

/** `null` for a body that is nested too deeply to be written. */
function textOfBody(body: JsonObject): string | null {
  try {
    return jsonText(body);
  } catch {
    return null;
  }
}

function retryCount({ headers }: ModelRequest): number | null {
  const told = headers['x-stainless-retry-count'];
  return told !== undefined && /^\d{1,6}$/.test(told) ? Number(told) : null;
}
