import type { Json } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import { redactJson } from '#report/redaction/redact-json.ts';
import { nestedTooDeeply } from './nesting.ts';
import { redactLines } from './redact-lines.ts';

/** The body of an answer as a cassette stores it: as data, a streamed one line by line, anything else as text. */
export type StoredBody = { readonly json: Json } | { readonly lines: readonly string[] } | { readonly text: string };

/** Splits a body for readability and removes secrets. */
export function storeBody(contentType: string, body: string, redact: (text: string) => string): StoredBody {
  if (STREAMED.test(contentType)) return { lines: redactLines(body.split('\n'), redact) };
  const value = jsonOrUndefined(body);
  if (value === undefined || nestedTooDeeply(value)) return { text: redact(body) };
  return { json: redactJson(value, redact) };
}

/** The body as it goes over the wire. A streamed one gets its original framing. */
export function restoreBody(stored: StoredBody): string {
  if ('lines' in stored) return stored.lines.join('\n');
  return 'text' in stored ? stored.text : jsonText(stored.json);
}

const STREAMED = /event-?stream|ndjson|jsonl/i;
