import type { JsonObject } from '#domain/json.ts';
import { matchArguments } from '#domain/matching/match-value.ts';
import type { MockAnswer, MockRow } from './tool-mock.ts';

/** The answer of the first row whose arguments are all among `args`; `null` if no row matches. */
export function answerOf(rows: readonly MockRow[], args: JsonObject): MockAnswer | null {
  const row = rows.find((one) => one.args === null || matchArguments(one.args, args, 'includes') === null);
  return row?.answer ?? null;
}
