import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { matchValue } from '#cases/matching/match-value.ts';
import { matchers } from '#cases/matching/matchers/registry.ts';
import type { Json } from '#common/json.ts';
import { expectSaid } from '#test/support/said.ts';

/** What is expected, and below it a list of values. */
const VALUES = new URL('../golden/values.txt', import.meta.url);

function verdict(expected: Json, actual: Json | undefined): string {
  const [exact, includes] = (['exact', 'includes'] as const).map((mode) => {
    const difference = matchValue(expected, actual, mode);
    return difference === null ? 'fits' : `${difference.code}${difference.path === '' ? '' : ` at ${difference.path}`}`;
  });
  return `${exact}${includes === exact ? '' : ` (includes: ${includes})`}`;
}

function written(value: Json | undefined): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

test('values fit what is expected, or not, as the golden file says, and so does an absent one', () => {
  return expectSaid(VALUES, (text) => {
    const [expected, values] = text.split('\n').map((line): Json => JSON.parse(line));
    if (expected === undefined || !Array.isArray(values)) throw new Error(`no values below ${text}`);
    const alike = Map.groupBy([...values, undefined], (value) => verdict(expected, value));
    return Array.from(alike, ([said, those]) => `${said}: ${those.map(written).join(' ')}`);
  });
});

test('the golden file has every matcher', () => {
  const text = readFileSync(VALUES, 'utf8');
  expect([...matchers.keys()].filter((key) => !text.includes(`{"${key}":`))).toEqual([]);
});
