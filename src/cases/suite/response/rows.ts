import { foldText } from '#cases/matching/texts/fold-text.ts';
import { canonicalJson, type Json } from '#common/json.ts';
import { type ResponseExpectation, SIMILARITY_MEASURES, type SimilarExpectation } from '../expectation.ts';
import { type Lost, less, lostItems, lowered, rewritten, unclear } from '../lost-items.ts';
import { type Merge, ours, unite } from '../merge-values.ts';

/** The name of one demand on an answer; `case_sensitive` says how two of them are read. */
export type ResponsePartName = Exclude<keyof ResponseExpectation, 'case_sensitive'>;

/** What the suite knows of one demand on an answer; how it is judged is a row of the checks. */
export interface ResponseRow {
  /** How a case and the defaults of its config come together. */
  readonly merge: Merge;
  /** As people write it; `null`: it demands nothing, and is left out. */
  readonly write: (response: ResponseExpectation) => Json | null;
  /** Whether it still holds of an agent that was told nothing. */
  readonly isGuard: boolean;
  /** What a newer version demands less. */
  readonly losses: (before: ResponseExpectation, after: ResponseExpectation) => readonly Lost[];
}

/** Every demand on an answer, in the order of files and reports: one that has no row here does not compile. */
export const RESPONSE_ROWS: { readonly [Name in ResponsePartName]-?: ResponseRow } = {
  contains: {
    merge: unite,
    write: ({ contains }) => listOrNull(contains),
    isGuard: false,
    losses(before, after) {
      const within = withinOf(before);
      const losses = lostItems('response.contains', before.contains, after.contains, {
        isCovered: within,
        isLooser: (left, right) => within(right, left),
      });
      return isShaped(before, after) || hasGained(before.matches, after.matches) ? unclear(losses) : losses;
    },
  },
  not_contains: {
    merge: unite,
    write: ({ not_contains }) => listOrNull(not_contains),
    isGuard: true,
    losses(before, after) {
      const within = withinOf(before);
      return lostItems('response.not_contains', before.not_contains, after.not_contains, {
        isCovered: (left, right) => within(right, left),
        isLooser: within,
      });
    },
  },
  matches: {
    merge: unite,
    write: ({ matches }) => listOrNull(matches),
    isGuard: false,
    losses(before, after) {
      const losses = lostItems('response.matches', before.matches, after.matches);
      return isShaped(before, after) || hasGained(before.contains, after.contains) ? unclear(losses) : losses;
    },
  },
  equals: {
    merge: ours,
    write: ({ equals }) => equals,
    isGuard: false,
    losses: (before, after) => lostValue('response.equals', before.equals, after.equals),
  },
  json_schema: {
    merge: ours,
    write: ({ json_schema }) => json_schema,
    isGuard: false,
    losses: (before, after) => lostValue('response.json_schema', before.json_schema, after.json_schema),
  },
  similar: {
    merge: ours,
    write: ({ similar }) => (similar === undefined ? null : writeSimilar(similar)),
    isGuard: false,
    losses: (before, after) => lostSimilarity(before.similar, after.similar),
  },
};

function listOrNull(texts: readonly string[]): Json | null {
  return texts.length === 0 ? null : texts;
}

/** Whether a text is in another one, read as the expectation reads phrases. */
function withinOf({ case_sensitive }: ResponseExpectation): (part: string, whole: string) => boolean {
  return (part, whole) => foldText(whole, case_sensitive).includes(foldText(part, case_sensitive));
}

function isShaped(before: ResponseExpectation, after: ResponseExpectation): boolean {
  return before.json_schema === null && after.json_schema !== null;
}

/** There are more new texts than replaced ones in the list. */
function hasGained(before: readonly string[], after: readonly string[]): boolean {
  const without = (list: readonly string[], other: readonly string[]) => list.filter((item) => !other.includes(item));
  return without(after, before).length > without(before, after).length;
}

function lostValue(name: string, before: Json, after: Json): readonly Lost[] {
  if (before === null || canonicalJson(before) === canonicalJson(after)) return [];
  return [after === null ? less(`${name} is no longer checked`) : rewritten(`${name} rewritten`)];
}

function lostSimilarity(before?: SimilarExpectation, after?: SimilarExpectation): readonly Lost[] {
  if (before === undefined) return [];
  if (after === undefined) return [less('response.similar is no longer checked')];
  return [
    ...otherTexts(before.to, after.to),
    ...SIMILARITY_MEASURES.flatMap((measure) =>
      lowered(`response.similar.${measure}`, before.min[measure] ?? null, after.min[measure] ?? null),
    ),
  ];
}

/** One of the texts suffices: a further one makes it easier, one less does not. */
function otherTexts(before: readonly string[], after: readonly string[]): readonly Lost[] {
  if (after.every((text) => before.includes(text))) return [];
  const isLess = before.every((text) => after.includes(text));
  return [isLess ? less('response.similar.to: more texts suffice') : rewritten('response.similar.to rewritten')];
}

function writeSimilar({ to, min }: SimilarExpectation): Json {
  const [first, second] = to;
  const measures = SIMILARITY_MEASURES.flatMap((measure): [string, Json][] =>
    min[measure] === undefined ? [] : [[measure, { min: min[measure] }]],
  );
  return { to: second === undefined ? (first ?? null) : to, ...Object.fromEntries(measures) };
}
