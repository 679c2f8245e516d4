import { isJsonObject, type Json } from '#common/json.ts';

/**
 * Values whose big integers are replaced by numbers with the same order and equality, for a validator that supports only
 * numbers. Numbers beyond 2^53 are whole, so an integer is replaced by a whole number.
 */
export function withStandIns(values: readonly Json[]): readonly Json[] {
  const integers = new Set<bigint>();
  for (const value of values) collect(value, integers);
  if (integers.size === 0) return values;
  const standIns = new Map([
    ...inOrder(
      [...integers].filter((item) => item > 0n),
      1,
    ),
    ...inOrder(
      [...integers].filter((item) => item < 0n),
      -1,
    ),
  ]);
  return values.map((value) => replaceNumbers(value, standIns));
}

function collect(value: Json, integers: Set<bigint>): void {
  if (typeof value === 'bigint') integers.add(value);
  else if (isJsonObject(value) || Array.isArray(value))
    for (const item of Object.values(value)) collect(item, integers);
}

/** From 0 outwards, each further away than the one before. */
function inOrder(integers: readonly bigint[], sign: 1 | -1): readonly (readonly [bigint, number])[] {
  let last = Number.MAX_SAFE_INTEGER;
  return integers
    .toSorted((left, right) => (left * BigInt(sign) < right * BigInt(sign) ? -1 : 1))
    .map((integer) => {
      last = Math.max(Math.abs(Number(integer)), next(last));
      return [integer, sign * last];
    });
}

/** A larger whole number, near enough. */
function next(value: number): number {
  return Math.max(value + 1, value * (1 + Number.EPSILON));
}

function replaceNumbers(value: Json, standIns: ReadonlyMap<bigint, number>): Json {
  if (typeof value === 'bigint') return standIns.get(value) ?? Number(value);
  if (Array.isArray(value)) return value.map((item: Json) => replaceNumbers(item, standIns));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceNumbers(item, standIns)]));
}
