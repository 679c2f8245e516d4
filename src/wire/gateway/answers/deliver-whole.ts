import { isJsonObject, type Json } from '#common/json.ts';
import { OversizeError } from '#wire/gateway/http/read-whole.ts';
import { wholeBody } from '#wire/gateway/http/whole-body.ts';
import type { ModelResponse } from '#wire/ports.ts';
import { readError } from '#wire/protocols/format/provider-error.ts';
import { requestsTools } from '#wire/protocols/format/requests-tools.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import type { OpenCall } from '../call/open-call.ts';
import { bytesWithoutKey } from '../call/secret.ts';
import { type Accounting, keep, type Outcome, remember, settleCall } from '../call/settle.ts';
import type { AnswerSource } from './answer-source.ts';
import { lossFault } from './loss-fault.ts';
import { refuse } from './refuse.ts';
import { createStreamTap, type StreamTap } from './stream-tap.ts';
import { errorJson, saidIn, statusFault, toldFault } from './upstream-fault.ts';
import { createUsageFilter } from './usage-filter.ts';

/** An answer that is passed on in one piece: half of it would be useless, so a loss on the way becomes an error that says so. */
export async function deliverWhole(
  call: OpenCall,
  source: AnswerSource,
  accounting: Accounting,
): Promise<ModelResponse> {
  let body: Uint8Array;
  try {
    body = bytesWithoutKey(await source.whole(), call.upstream);
  } catch (error) {
    const fault = lossFault(call, error);
    settleCall(
      call,
      accounting,
      { answer: null, fault, usage: null, whole: error instanceof OversizeError },
      source.replayed,
    );
    return refuse(call.request.provider, fault.kind, fault.message);
  } finally {
    source.done();
  }

  const { status, headers } = source;
  const reported = call.wire === null ? null : errorJson(body);
  const events = status < 400 && typeof reported === 'string' ? eventsOf(call, body) : null;
  const outcome = events?.outcome(null, false) ?? read(call, source, reported);
  settleCall(call, accounting, outcome, source.replayed);
  const made = call.wire === null && status < 300 ? errorJson(body) : null;
  if (isJsonObject(made) && typeof made['id'] === 'string') remember(call, accounting, made['id']);
  if (outcome.fault === null && !source.replayed && accounting.cassettes !== null) {
    const text = new TextDecoder().decode(body);
    keep(call, accounting, { status, content_type: headers['content-type'] ?? 'application/json', body: text });
  }
  const passed = events !== null && call.usage_added ? withoutAddedUsage(body) : body;
  return { status, headers, body: wholeBody(passed), ...(reported !== null && { read: reported }) };
}

/** The events of a stream that its server calls JSON: clients that asked for one read it so. `null`: there are none. */
function eventsOf(call: OpenCall, body: Uint8Array): StreamTap | null {
  const tap = createStreamTap(call, '', false);
  tap.push(body);
  tap.finish();
  return tap.hasEvents() ? tap : null;
}

function withoutAddedUsage(body: Uint8Array): Uint8Array {
  const filter = createUsageFilter();
  return Buffer.from(filter.push(new TextDecoder().decode(body)) + filter.rest());
}

function read({ wire, upstream }: OpenCall, { status, headers }: AnswerSource, error: Json): Outcome {
  if (wire === null) return { answer: null, fault: null, usage: null, whole: false };
  const json = wire.format.withHeaders?.(error, headers) ?? error;
  if (status >= 400) {
    return { answer: null, fault: statusFault(status, saidIn(json, upstream), upstream), usage: null, whole: false };
  }
  const answer = wire.format.readAnswer(json);
  if (answer !== null) return { answer, fault: null, usage: answer.usage, whole: true };
  const failure = readError(json);
  const fault: CallFault =
    failure === null
      ? {
          kind: 'provider',
          status: null,
          message: `${upstream.host} did not return an answer of this API; check the base URL`,
        }
      : toldFault(failure, upstream);
  const hides_calls = requestsTools(json, wire.format) ?? failure === null;
  return { answer: null, hides_calls, fault, usage: wire.format.readUsage(json), whole: false };
}
