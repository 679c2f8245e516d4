import { keysOf } from '#common/keyed.ts';
import type { ResponseExpectation } from '../expectation.ts';
import { type Lost, less, unclear } from '../lost-items.ts';
import { RESPONSE_ROWS } from './rows.ts';

/** What a newer version demands less of an answer. */
export function lostAnswer(before: ResponseExpectation, after: ResponseExpectation): readonly Lost[] {
  const losses = keysOf(RESPONSE_ROWS).flatMap((name) => RESPONSE_ROWS[name].losses(before, after));
  const isTold = before.equals === null && after.equals !== null;
  // If the whole answer is given, its further properties are unknown.
  return [...(isTold ? unclear(losses) : losses), ...lostCase(before, after)];
}

/** Case sensitivity matters only to phrases: ignoring case, required ones are found more often, forbidden ones too. */
function lostCase(before: ResponseExpectation, after: ResponseExpectation): readonly Lost[] {
  const { case_sensitive: was } = before;
  const is = after.case_sensitive;
  const easier = is ? before.not_contains : before.contains;
  return was === is || easier.length === 0 ? [] : [less(`response.case_sensitive ${was} → ${is}`)];
}
