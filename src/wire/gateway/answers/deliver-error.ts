import { responseHeaders } from '#wire/gateway/http/response-headers.ts';
import { wholeBody } from '#wire/gateway/http/whole-body.ts';
import type { UpstreamError } from '#wire/gateway/sending/send-with-retries.ts';
import type { ModelResponse } from '#wire/ports.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import type { OpenCall } from '../call/open-call.ts';
import { bytesWithoutKey } from '../call/secret.ts';
import { type Accounting, keep } from '../call/settle.ts';
import { refuse } from './refuse.ts';
import { errorJson, saidIn, statusFault } from './upstream-fault.ts';

/**
 * Passes upstream's error on unchanged, and tells clients not to retry what the gateway has given up. An error that concerns
 * every request ends the run.
 */
export function deliverError(call: OpenCall, error: UpstreamError, accounting: Accounting): ModelResponse {
  const { status, refusal } = error;
  const { upstream, wire, request } = call;
  const json = errorJson(error.body);
  const message = saidIn(json, upstream);
  const model = wire?.request.model ?? null;
  const concerning = refusal === 'model' && wire === null ? null : refusal;
  const over =
    concerning === null
      ? null
      : accounting.refusal.consider({ upstream, refusal: concerning, status, model, reported: message });
  const fault: CallFault =
    over === null ? statusFault(status, message, upstream) : { kind: 'rejected', status, message: over };
  call.record.close({ answer: null, fault, usage: null, replayed: false });
  if (status < 400) return refuse(request.provider, fault.kind, fault.message);

  const headers = { ...responseHeaders(error.headers, upstream), 'x-should-retry': 'false' };
  const body = bytesWithoutKey(error.body, upstream);
  if (fault.kind === 'rejected' && over === null) {
    const text = new TextDecoder().decode(body);
    keep(call, accounting, { status, content_type: error.headers['content-type'] ?? 'application/json', body: text });
  }
  return { status, headers, body: wholeBody(body) };
}
