import { convertRows } from '../conversion/convert-rows.ts';
import { gatherDemands } from '../conversion/demands.ts';
import type { Fields } from '../conversion/fields.ts';
import { type DraftObject, place } from '../conversion/placed.ts';
import { anyOf, referenceDemand, type Scorers } from '../conversion/reference.ts';
import { said } from '../conversion/said.ts';
import { unreadInformation } from '../conversion/unread-fields.ts';
import type { Dialect, DialectOptions } from '../dialect.ts';

/**
 * Samples of openai/evals: `input` (messages, or a text) and `ideal` (a text, or several of which any will do). Which eval reads them
 * (Match, Includes, …) stands in another file, so that the option `reference` says how the ideal answer is compared: `match` and
 * `includes` are those two, both of which heed case.
 */
export const openaiEvals: Dialect = {
  name: 'openai-evals',
  options: ['reference', 'roles', 'ignore'],
  convert: (document, options, { stem }) => convertRows(document, (row) => convertRow(row, options, stem)),
};

/** Match asks for an answer that begins with the text. */
const SCORERS: Scorers = { match: (texts) => `^${anyOf(texts)}`, includes: anyOf };

function convertRow(row: Fields, options: DialectOptions, stem: string): DraftObject {
  const reference = { texts: row.texts('ideal') ?? [], key: 'ideal', origin: row.at('ideal') };
  const expect = gatherDemands(row.path, [referenceDemand(row, reference, options, null, SCORERS)]);
  const metadata = unreadInformation(row, ['input', 'ideal', 'id']);
  return {
    ...said(row, 'input', options, stem),
    metadata: Object.keys(metadata).length > 0 ? place(metadata, row.path) : undefined,
    expect,
  };
}
