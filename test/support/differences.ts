import { isDeepStrictEqual } from 'node:util';

/** A line for each key whose value is not the usual one. */
export function differences(usual: object, read: object): readonly string[] {
  const [before, now] = [new Map<string, unknown>(Object.entries(usual)), new Map(Object.entries(read))];
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((key) =>
    isDeepStrictEqual(before.get(key), now.get(key)) ? [] : [`${key}: ${JSON.stringify(now.get(key))}`],
  );
}
