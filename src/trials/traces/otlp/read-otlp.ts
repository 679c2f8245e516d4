import type { Issue } from '#common/document/issue.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { listOf, readAnyValue, readAttributes } from './any-value.ts';

/** An event of a span, or a log record that names the span. */
export interface SpanEvent {
  readonly name: string;
  readonly attributes: JsonObject;
  /** Of a log record; `null` for an event of a span. */
  readonly body: Json;
}

/** One span, in whatever names. */
export interface Span {
  readonly id: string;
  /** `null`: it is a root. */
  readonly parent: string | null;
  readonly name: string;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  /** The same; 0: unknown. */
  readonly end: bigint;
  /** Its status is an error. */
  readonly failed: boolean;
  readonly attributes: JsonObject;
  readonly events: readonly SpanEvent[];
}

/** The spans of one trace by their start. */
export interface Trace {
  readonly id: string;
  /** Line of the file where it is first seen. */
  readonly line: number;
  readonly spans: readonly Span[];
}

/**
 * The traces of OTLP/JSON export requests, in the order of the file. Log records (`resourceLogs`) join the span that they name as
 * its events; metrics are passed over. A document that is no such request is an error.
 */
export function readOtlp(documents: readonly ParsedDocument[]): {
  readonly traces: readonly Trace[];
  readonly issues: readonly Issue[];
} {
  const requests: TracedRequest[] = [];
  const issues: Issue[] = [];
  for (const document of documents) {
    const { line, column } = document.locate([]);
    const request = isJsonObject(document.value) ? document.value : {};
    if (!REQUESTS.some((key) => Array.isArray(request[key]))) {
      issues.push({ severity: 'error', file: document.file, line, column, path: '', message: NO_REQUEST });
      continue;
    }
    requests.push({ request, line });
  }
  return { traces: tracesOf(requests), issues };
}

/** An export request of OTLP/JSON, and its line in a file. */
export interface TracedRequest {
  readonly request: JsonObject;
  readonly line: number;
}

/** The traces of export requests, in the order of these. What has no ids is passed over. */
export function tracesOf(requests: readonly TracedRequest[]): readonly Trace[] {
  const telemetry: Found = { spans: new Map(), logs: new Map() };
  for (const { request, line } of requests) {
    for (const item of inScopes(request, 'resourceSpans', 'scopeSpans', 'spans')) addSpan(telemetry, item, line);
    for (const item of inScopes(request, 'resourceLogs', 'scopeLogs', 'logRecords')) addLog(telemetry, item);
  }
  return [...telemetry.spans].map(([id, { line, spans }]) => ({
    id,
    line,
    spans: spans.map((span) => withLogs(id, span, telemetry)).sort((a, b) => compare(a.start, b.start)),
  }));
}

const REQUESTS = ['resourceSpans', 'resourceLogs', 'resourceMetrics'];

const NO_REQUEST =
  'expected an export request of OTLP/JSON with resourceSpans, as the file exporter of the OpenTelemetry collector writes; ' +
  'export the trace in this format';

interface Found {
  readonly spans: Map<string, { readonly line: number; readonly spans: Span[] }>;
  readonly logs: Map<string, { readonly time: bigint; readonly event: SpanEvent }[]>;
}

function inScopes(request: JsonObject, resources: string, scopes: string, items: string): readonly JsonObject[] {
  return listOf(request[resources])
    .flatMap((resource) => (isJsonObject(resource) ? listOf(resource[scopes]) : []))
    .flatMap((scope) => (isJsonObject(scope) ? listOf(scope[items]) : []))
    .filter(isJsonObject);
}

function addSpan({ spans }: Found, item: JsonObject, line: number): void {
  const { traceId, spanId, parentSpanId, name } = item;
  if (typeof traceId !== 'string' || typeof spanId !== 'string') return;
  const trace = spans.get(traceId) ?? { line, spans: [] };
  spans.set(traceId, trace);
  trace.spans.push({
    id: spanId,
    parent: typeof parentSpanId === 'string' && parentSpanId !== '' ? parentSpanId : null,
    name: typeof name === 'string' ? name : '',
    start: nanoseconds(item['startTimeUnixNano']),
    end: nanoseconds(item['endTimeUnixNano']),
    failed: isJsonObject(item['status']) && FAILED.includes(String(item['status']['code'])),
    attributes: readAttributes(item['attributes']),
    events: listOf(item['events'])
      .filter(isJsonObject)
      .map((event) => ({
        name: typeof event['name'] === 'string' ? event['name'] : '',
        attributes: readAttributes(event['attributes']),
        body: null,
      })),
  });
}

/** As a number, or by the name that some exporters write. */
const FAILED = ['2', 'STATUS_CODE_ERROR'];

function addLog({ logs }: Found, item: JsonObject): void {
  const { traceId, spanId, eventName } = item;
  if (typeof traceId !== 'string' || typeof spanId !== 'string') return;
  const attributes = readAttributes(item['attributes']);
  const name = typeof eventName === 'string' && eventName !== '' ? eventName : attributes['event.name'];
  if (typeof name !== 'string') return;
  const key = `${traceId} ${spanId}`;
  const ofSpan = logs.get(key) ?? [];
  logs.set(key, ofSpan);
  const time = nanoseconds(item['timeUnixNano'] || item['observedTimeUnixNano']);
  ofSpan.push({ time, event: { name, attributes, body: readAnyValue(item['body']) } });
}

function withLogs(traceId: string, span: Span, { logs }: Found): Span {
  const ofSpan = logs.get(`${traceId} ${span.id}`) ?? [];
  const inOrder = ofSpan.toSorted((a, b) => compare(a.time, b.time)).map(({ event }) => event);
  return { ...span, events: [...span.events, ...inOrder] };
}

function nanoseconds(value: Json | undefined): bigint {
  return /^\d{1,20}$/.test(String(value)) ? BigInt(String(value)) : 0n;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
