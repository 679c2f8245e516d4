import * as z from 'zod';
import type { Issue } from '#common/document/issue.ts';
import { parseJson } from '#common/document/parsing/parse-json.ts';
import { readValue } from '#common/document/read-value.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { jsonText } from '#common/json-text.ts';
import { ownCommand } from '#common/tool.ts';
import { WRITTEN_KINDS, type WrittenKind } from '../variant.ts';

/** A text that a model wrote in place of a user's message. */
export interface WrittenText extends TextKey {
  readonly text: string;
  /** The model, for the reader. */
  readonly by: string;
}

/** Which text is wanted: the n-th paraphrase of a message, or its translation. */
export interface TextKey {
  readonly kind: WrittenKind;
  /** `1`, `2` … of paraphrases; the code of the language. */
  readonly which: string;
  /** The user's message. */
  readonly of: string;
}

/** The texts of a suite, by {@link keyOf}. */
export type WrittenTexts = ReadonlyMap<string, WrittenText>;

/** Equal for equal texts wanted. */
export function keyOf({ kind, which, of }: TextKey): string {
  return jsonText([kind, which, of]);
}

const LONGEST_TEXT = 100_000;

const fileSchema = strictMapping(
  {
    version: z.literal(1),
    texts: z.array(
      strictMapping({
        kind: z.enum(WRITTEN_KINDS),
        which: z.string().min(1).max(40),
        of: z.string().max(LONGEST_TEXT),
        text: z.string().min(1).max(LONGEST_TEXT),
        by: z.string().max(256).default(''),
      }),
    ),
  },
  {},
  `the mapping that \`${ownCommand('variants --write')}\` writes`,
);

/** Reads the file of written texts. */
export function parseWrittenTexts(
  text: string,
  file: string,
): { readonly texts: WrittenTexts } | { readonly issues: readonly Issue[] } {
  const parsed = parseJson(text, file);
  if ('issues' in parsed) return parsed;
  const read = readValue(fileSchema, parsed.document.value, { document: parsed.document, path: [] });
  return 'issues' in read ? read : { texts: new Map(read.value.texts.map((text) => [keyOf(text), text])) };
}

/** The file with these texts, sorted, so that a change of one is a change of its lines alone. */
export function printWrittenTexts(texts: readonly WrittenText[]): string {
  const sorted = texts.toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  const entries = sorted.map(({ kind, which, of, text, by }) => ({ kind, which, of, text, by }));
  return `${JSON.stringify({ version: 1, texts: entries }, null, 2)}\n`;
}

function sortKey({ of, kind, which }: WrittenText): string {
  return jsonText([of, kind, which]);
}
