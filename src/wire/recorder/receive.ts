import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { readProtobuf } from '#trials/traces/otlp/protobuf.ts';
import type { Inbox } from './inbox.ts';
import { readBytes } from './read-body.ts';

/** The variables that lead exporters of OpenTelemetry to a process's own part of the recorder. */
export function exporterVariables(origin: string, token: string): { readonly [name: string]: string } {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${origin}/${token}/${OTLP}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'none',
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_BLRP_SCHEDULE_DELAY: '100',
  };
}

const OTLP = 'otlp';

/** The signal of a request's address; `null`: it is none of an exporter. */
export function signalOf(url: string): { readonly token: string; readonly signal: string } | null {
  const [token = '', name, version, signal = '', ...more] = url.split('?')[0]?.split('/').filter(Boolean) ?? [];
  return name === OTLP && version === 'v1' && more.length === 0 ? { token, signal } : null;
}

/** Takes an export request in JSON or protobuf. Metrics are taken and passed over. */
export async function receive(
  inbox: Inbox,
  signal: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') return answer(response, 405, 'agent-eval: traces are sent by POST');
  const reading = await readBytes(request, MOST_BYTES);
  if (reading.kind === 'refused') {
    inbox.rejectSpans(`a request had more than ${MOST_BYTES / 1e6} MB, or was compressed`);
    return answer(response, reading.status, reading.message);
  }
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  if (signal === 'traces' || signal === 'logs') {
    const { bytes } = reading;
    const read = isJson ? jsonOrUndefined(bytes.toString('utf8')) : readProtobuf(bytes, signal);
    const isTaken = isJsonObject(read) && inbox.take(read, bytes.length);
    if (!isTaken) {
      inbox.rejectSpans('a request was no export request of OTLP, or too much');
      return answer(response, 400, `agent-eval: expected an export request of OTLP as ${isJson ? 'JSON' : 'protobuf'}`);
    }
  } else if (signal !== 'metrics') {
    return answer(response, 404, 'agent-eval: only /v1/traces, /v1/logs and /v1/metrics are taken');
  }
  // A response without fields: everything is taken.
  response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'application/x-protobuf' });
  response.end(isJson ? '{}' : '');
}

const MOST_BYTES = 16_000_000;

function answer(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' });
  response.end(message);
}
