import { nearestName } from '#common/document/nearest-name.ts';
import type { JsonObject } from '#common/json.ts';
import type { Fields } from './fields.ts';

/** Makes every unread field of an object an error: among demands, a misspelt one must not be ignored. */
export function refuseUnread(fields: Fields, known: readonly string[]): void {
  for (const key of Object.keys(fields.unread())) report(fields, 'error', key, known);
}

/**
 * The unread fields of a row: free information that stays with the case. A field whose name sounds like a demand is an error
 * instead, because it would be ignored.
 */
export function unreadInformation(row: Fields, known: readonly string[]): JsonObject {
  const unread = Object.entries(row.unread()).filter(([key]) => !known.includes(key));
  for (const [key] of unread) if (soundsLikeDemand(key)) report(row, 'error', key, known);
  return Object.fromEntries(unread);
}

/** Warns about the unread fields of a turn, which have no place in a case; one that sounds like a demand is an error. */
export function warnUnread(turn: Fields, known: readonly string[]): void {
  for (const key of Object.keys(turn.unread())) report(turn, soundsLikeDemand(key) ? 'error' : 'warning', key, known);
}

/** A field name that suggests a check, such as `expected_tool`, `max_tokens`, `ground_truth` or `evaluators`. */
export function soundsLikeDemand(name: string): boolean {
  return DEMANDS.test(name);
}

const DEMANDS =
  /^(?:expect|should|must|assert|max_|min_|forbidden|ground_?truth|gold(?:en)?(?:_|$)|(?:reference|criteria|criterion|evaluator|scorer|grader|rubric|metric|default)s?$)/i;

function report(fields: Fields, severity: 'error' | 'warning', key: string, known: readonly string[]): void {
  const near = nearestName(key, known);
  const hint = near === null ? `known here: ${known.join(', ')}; rename or remove it` : `did you mean ${near}?`;
  fields.problems.push({ severity, path: fields.at(key), message: `\`${key}\` is not read; ${hint}` });
}
