import { canonicalJson, isJsonObject, isNumber, type Json, type JsonObject } from '#common/json.ts';
import type { Path } from './fault.ts';

/** A value inside an object that holds no further ones. */
export interface Leaf {
  readonly path: Path;
  readonly value: Json;
  /** The object with another value in its place. */
  readonly replaced: (other: Json) => JsonObject;
}

/** All leaves of an object, but `null`: nobody knows what else could stand in its place. */
export function leavesOf(object: JsonObject, path: Path = [], put = (whole: JsonObject) => whole): readonly Leaf[] {
  return Object.entries(object).flatMap(([key, item]) =>
    leavesAt(item, [...path, key], (other) => put({ ...object, [key]: other })),
  );
}

function leavesAt(value: Json, path: Path, replaced: Leaf['replaced']): readonly Leaf[] {
  if (isJsonObject(value)) return leavesOf(value, path, replaced);
  if (Array.isArray(value))
    return value.flatMap((item: Json, at) =>
      leavesAt(item, [...path, at], (other) => replaced(value.toSpliced(at, 1, other))),
    );
  return value === null ? [] : [{ path, value, replaced }];
}

/** The leaves of an object that all these objects have too. */
export function stableLeaves(object: JsonObject, all: readonly JsonObject[]): readonly Leaf[] {
  const placed = ({ path, value }: Leaf) => canonicalJson([path, value]);
  const others = all.map((other) => new Set(leavesOf(other).map(placed)));
  return leavesOf(object).filter((leaf) => others.every((places) => places.has(placed(leaf))));
}

/** Another value of the same kind: the opposite, the number with the other sign, another day, another text. */
export function otherValue(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  if (isNumber(value)) return Number(value) === 0 ? 1 : -value;
  if (typeof value !== 'string') return value;
  const [, month, day, rest] = /^(\d{4}-\d{2}-)(\d{2})(.*)$/s.exec(value) ?? [];
  if (month !== undefined) return `${month}${day === '01' ? '02' : '01'}${rest}`;
  return value === 'something else' ? 'another thing' : 'something else';
}
