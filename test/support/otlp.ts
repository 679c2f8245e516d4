import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';

/** A span as a test writes it: its attributes as plain JSON. */
export type WrittenSpan = {
  readonly trace?: string;
  readonly id: string;
  readonly parent?: string;
  readonly name?: string;
  readonly attributes: JsonObject;
  readonly events?: readonly { readonly name: string; readonly attributes: JsonObject }[];
};

/** The trace of spans that name none. */
export const TRACE = '5b8efff798038103d269b633813fc60c';

/** An export request of OTLP/JSON with these spans, each a second after the one before. */
export function exportRequest(spans: readonly WrittenSpan[]): JsonObject {
  const otlpSpans = spans.map(({ trace, id, parent, name, attributes, events }, index) => ({
    traceId: trace ?? TRACE,
    spanId: id,
    ...(parent === undefined ? {} : { parentSpanId: parent }),
    name: name ?? 'span',
    startTimeUnixNano: `${1_760_000_000 + index}000000000`,
    attributes: keyValues(attributes),
    events: (events ?? []).map((event) => ({ name: event.name, attributes: keyValues(event.attributes) })),
  }));
  return { resourceSpans: [{ scopeSpans: [{ spans: otlpSpans }] }] };
}

/** An object as OTLP writes attributes. */
export function keyValues(values: JsonObject): readonly JsonObject[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: Json): JsonObject {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return isJsonObject(value) ? { kvlistValue: { values: keyValues(value) } } : { intValue: String(value) };
}
