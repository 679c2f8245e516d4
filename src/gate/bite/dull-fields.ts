import { groupBy } from '#common/group-by.ts';
import { canonicalJson, type Json, type JsonObject } from '#common/json.ts';

/** Gives, for the fields of one case, each field with the value that most other cases have, if one value is the most frequent. */
export function dullFieldsIn(all: readonly JsonObject[]): (own: JsonObject) => JsonObject {
  const entries = groupBy(all.flatMap(Object.entries<Json>), ([key]) => key);
  const frequent = [...entries].map(([key, values]) => {
    const tallies = [...groupBy(values, ([, value]) => canonicalJson(value))].map(([text, same]) => ({
      text,
      value: same[0]?.[1] ?? null,
      cases: same.length,
    }));
    // Without one case, the most frequent value is among these.
    return { key, first: tallies.toSorted((left, right) => right.cases - left.cases).slice(0, 3) };
  });
  return (own) =>
    Object.fromEntries(
      frequent.flatMap(({ key, first }): readonly (readonly [string, Json])[] => {
        const ownText = canonicalJson(own[key] ?? null);
        const [most, next] = first
          .map(({ text, value, cases }) => ({
            value,
            cases: cases - (Object.hasOwn(own, key) && text === ownText ? 1 : 0),
          }))
          .toSorted((left, right) => right.cases - left.cases);
        return most === undefined || most.cases === 0 || most.cases === next?.cases ? [] : [[key, most.value]];
      }),
    );
}
