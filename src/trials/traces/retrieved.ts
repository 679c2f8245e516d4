import { isJsonObject, type Json } from '#common/json.ts';
import { attributeJson } from './namings/json-messages.ts';
import { nested, unwrapList } from './namings/nested.ts';
import { listOf } from './otlp/any-value.ts';
import type { Span } from './otlp/read-otlp.ts';

/**
 * Ids of the documents that retrievers found, each once, in the order of the spans and best first in each; `null`: no span is of a
 * retriever.
 */
export function retrievedOf(spans: readonly Span[]): readonly string[] | null {
  const ids = spans.flatMap((span) => documentsOf(span) ?? []);
  if (!spans.some((span) => documentsOf(span) !== null)) return null;
  return [...new Set(ids)].slice(0, MOST_DOCUMENTS);
}

/** As many as a turn may name. */
const MOST_DOCUMENTS = 10_000;

/** OpenInference writes `retrieval.documents.0.document.id`, OpenTelemetry a list in `gen_ai.retrieval.documents`. */
function documentsOf({ attributes }: Span): readonly string[] | null {
  const isRetriever = attributes['openinference.span.kind'] === 'RETRIEVER';
  const list = attributeJson(attributes['gen_ai.retrieval.documents']);
  if (!isRetriever && attributes['gen_ai.operation.name'] !== 'retrieval') return null;
  const documents = isRetriever ? unwrapList(nested(attributes, 'retrieval.documents'), 'document') : listOf(list);
  return documents.flatMap((document) => (isJsonObject(document) ? idOf(document['id']) : []));
}

function idOf(id: Json | undefined): readonly string[] {
  return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
}
