import { canonicalJson, isJsonObject, isNumber, type Json } from '#common/json.ts';
import type { Path } from './fault.ts';

/** A value inside another that holds no further ones. */
export interface Leaf {
  readonly path: Path;
  readonly value: Json;
}

/** All leaves of a value, but `null`: nobody knows what else could stand in its place. */
export function leavesOf(value: Json, path: Leaf['path'] = []): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => leavesOf(item, [...path, index]));
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]));
  return value === null ? [] : [{ path, value }];
}

/** What stands at a path; `undefined`: nothing. */
export function valueAt(value: Json, [key, ...rest]: Leaf['path']): Json | undefined {
  if (key === undefined) return value;
  const inner = Array.isArray(value) && typeof key === 'number' ? value[key] : memberOf(value, key);
  return inner === undefined ? undefined : valueAt(inner, rest);
}

/** Whether a value is there and is equal to another. */
export function isSameValue(one: Json | undefined, other: Json): boolean {
  return one !== undefined && canonicalJson(one) === canonicalJson(other);
}

/** The value with another leaf at a path; `undefined` leaves it out. */
export function withLeaf(value: Json, [key, ...rest]: Leaf['path'], leaf: Json | undefined): Json | undefined {
  if (key === undefined) return leaf;
  if (Array.isArray(value))
    return value.flatMap((item: Json, index): readonly Json[] => {
      const edited = index === key ? withLeaf(item, rest, leaf) : item;
      return edited === undefined ? [] : [edited];
    });
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, item]): readonly (readonly [string, Json])[] => {
    const edited = name === key ? withLeaf(item, rest, leaf) : item;
    return edited === undefined ? [] : [[name, edited]];
  });
  return Object.fromEntries(entries);
}

function memberOf(value: Json, key: string | number): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Another value of the same kind: the opposite, the number with the other sign, another day, another text. */
export function otherValue(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  if (isNumber(value)) return Number(value) === 0 ? 1 : -value;
  if (typeof value !== 'string') return value;
  const day = /^(\d{4}-\d{2}-)(\d{2})(.*)$/s.exec(value);
  if (day !== null) return `${day[1]}${day[2] === '01' ? '02' : '01'}${day[3]}`;
  return value === 'something else' ? 'another thing' : 'something else';
}
