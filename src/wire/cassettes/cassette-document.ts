import * as z from 'zod';
import { hashJson } from '#common/hash-json.ts';
import type { Json } from '#common/json.ts';
import { jsonText, parseJsonText } from '#common/json-text.ts';
import { PROVIDER_NAMES } from '#wire/protocols/providers.ts';
import { nestedTooDeeply } from './nesting.ts';
import type { StoredRequest } from './sanitise-request.ts';
import type { StoredBody } from './stored-body.ts';

/** One answer in a case's cassette. */
export interface Entry {
  readonly trial: number;
  /**
   * Order among the answers to the same request of the same trial: first by `attempt` (0: read from the file), then by
   * `occurrence`.
   */
  readonly attempt: number;
  readonly occurrence: number;
  readonly request: StoredRequest;
  /** {@link requestKey} of `request`. */
  readonly key: string;
  readonly response: { readonly status: number; readonly content_type: string; readonly body: StoredBody };
}

/** Equal for equal requests. */
export function requestKey({ provider, path, body }: StoredRequest): string {
  return hashJson({ provider, path, body });
}

/** Orders the answers to one request of one trial. */
export function byOrder(left: Entry, right: Entry): number {
  return left.attempt - right.attempt || left.occurrence - right.occurrence;
}

/** All answers of one case. */
export interface CassetteDocument {
  readonly case_id: string;
  readonly entries: readonly Entry[];
}

/** The contents of a cassette, or what is wrong with its text. */
export function parseCassette(text: string): CassetteDocument | { readonly problem: string } {
  let value: Json;
  try {
    value = parseJsonText(text);
  } catch (error) {
    return { problem: `is not JSON (${error instanceof Error ? error.message : String(error)})` };
  }
  if (nestedTooDeeply(value)) return { problem: 'is nested too deeply' };
  const parsed = cassetteSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { problem: `is malformed at ${issue?.path.join('.') || 'the top'}: ${issue?.message ?? ''}` };
  }
  const { case_id, entries } = parsed.data;
  return { case_id, entries: entries.map((entry) => ({ ...entry, attempt: 0, key: requestKey(entry.request) })) };
}

/** The text of a cassette: indented, and the same for the same entries in any order. */
export function printCassette({ case_id, entries }: CassetteDocument): string {
  const cassette = { cassette_version: 1, case_id, entries: numberEntries(entries).map(withoutKey) };
  return `${onOneLine(jsonText(cassette, 2))}\n`;
}

const MOST_ENTRIES = 20_000;

/** Values come from JSON.parse, so all of them are JSON. */
const json = z.custom<Json>((value) => value !== undefined, { error: 'expected a value' });
const bodySchema = z.union(
  [z.strictObject({ json }), z.strictObject({ lines: z.array(z.string()) }), z.strictObject({ text: z.string() })],
  { error: 'expected one of json, lines (a list of texts) and text' },
);
const entrySchema = z.strictObject({
  trial: z.int().min(1).max(100_000),
  occurrence: z.int().min(1).max(1_000_000),
  request: z.strictObject({
    provider: z.enum(PROVIDER_NAMES),
    path: z.string().max(4096),
    body: json,
  }),
  response: z.strictObject({
    status: z.int().min(200).max(499),
    content_type: z
      .string()
      .max(200)
      .regex(/^[\x20-\x7e]*$/, { error: 'expected plain ASCII' }),
    body: bodySchema,
  }),
});
const cassetteSchema = z.strictObject({
  cassette_version: z.literal(1, { error: 'expected 1; the file was written by another version' }),
  case_id: z.string(),
  entries: z.array(entrySchema).max(MOST_ENTRIES),
});

/** Sorted, with occurrences counted again: a failed call leaves a gap. */
function numberEntries(entries: readonly Entry[]): readonly Entry[] {
  const counts = new Map<string, number>();
  const counted = entries.toSorted(byOrder).map((entry) => {
    const question = `${entry.trial} ${entry.key}`;
    const occurrence = (counts.get(question) ?? 0) + 1;
    counts.set(question, occurrence);
    return { ...entry, occurrence };
  });
  const lengths = new Map(counted.map((entry) => [entry, jsonText(entry.request).length]));
  const length = (entry: Entry): number => lengths.get(entry) ?? 0;
  // A conversation grows, so its shorter requests come first; equal lengths are sorted by key.
  return counted.sort(
    (left, right) =>
      left.trial - right.trial ||
      left.occurrence - right.occurrence ||
      length(left) - length(right) ||
      (left.key < right.key ? -1 : 1),
  );
}

function withoutKey({ trial, occurrence, request, response }: Entry): Omit<Entry, 'attempt' | 'key'> {
  return { trial, occurrence, request, response };
}

/** Puts lists of numbers (embeddings) on one line. A JSON text contains no raw line breaks, so none is changed. */
function onOneLine(text: string): string {
  return text.replace(/\[\n\s+(-?[\d.eE+-]+(?:,\n\s+-?[\d.eE+-]+)*)\n\s+\]/g, (_, numbers: string) => {
    return `[${numbers.replace(/\n\s+/g, ' ')}]`;
  });
}
