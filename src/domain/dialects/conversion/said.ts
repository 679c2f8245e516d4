import { hashJson } from '#domain/hash-json.ts';
import { slug } from '#domain/suite/parsing/slug.ts';
import type { DialectOptions } from '../dialect.ts';
import { readConversation } from './conversation.ts';
import type { Fields } from './fields.ts';
import { type DraftObject, place, placeIfGiven } from './placed.ts';
import { slugged } from './row-id.ts';

/**
 * The id of a row, and what is said in it: a text, or a list of messages of which the last of the user is the input. A row without `id` is named
 * after its file and a hash of what is said, so that its id stays when rows move.
 */
export function said(row: Fields, key: string, options: DialectOptions, stem: string): DraftObject {
  const id = slugged(row, 'id', row.identifier('id') || null);
  const named = (text: unknown) =>
    id ?? place(slug(`${stem}-${hashJson({ said: String(text) }).slice(0, 8)}`), row.path);
  if (!Array.isArray(row.raw(key))) {
    const text = row.requiredText(key);
    return { id: named(text), input: placeIfGiven(text, row.at(key)) };
  }
  const { input, history, messages } = readConversation(row, key, options);
  return {
    id: named(JSON.stringify(messages)),
    history: history.length > 0 ? history : undefined,
    input,
  };
}
