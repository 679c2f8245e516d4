/** What a newcomer copies names models that answer for months: no starter, page or example may name one that is about to end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLE_MODELS } from '#common/example-models.ts';
import { ANNOUNCED_AT, announcedEnds, endingWithin, MODEL_ENDS, namedModels } from './support/model-ends.ts';
import { trackedFiles } from './support/tracked-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** All that a user reads, copies or is shown. */
const COPIED = trackedFiles().filter(
  (path) =>
    /^(?:README\.md|SECURITY\.md|action\.yml|(?:docs|examples|schema|src)\/)/.test(path) && !/\.png$/.test(path),
);
const MODELS = Object.values(EXAMPLE_MODELS).map(({ id }): string => id);
/** A model that is named today must answer for so long: teams copy it, and have to find another one in time. */
const DAYS = 120;

test('whatever a user copies names only the models of the one list', () => {
  const named = COPIED.flatMap((path) => namedModels(path, read(path)));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ id }) => !MODELS.includes(id))).toEqual([]);
  expect(MODELS.filter((id) => !named.some((model) => model.id === id))).toEqual([]);
});

test(`none of the list ends within ${DAYS} days of today: see ${Object.values(ANNOUNCED_AT).join(' and ')}`, () => {
  const ending = endingWithin(DAYS, new Date());
  expect(MODELS.flatMap((id) => (ending.has(id) ? [`${id} ends on ${ending.get(id)}`] : []))).toEqual([]);
});

test('the list is of models that the vendors’ own clients know, and its prices are those of pages and examples', () => {
  const known = `${openaiTypes()}${read('node_modules/openai/resources/embeddings.d.ts')}${read('node_modules/@anthropic-ai/sdk/resources/messages/messages.d.ts')}`;
  expect(MODELS.filter((id) => !known.includes(`'${id}'`))).toEqual([]);

  const prices = Object.values(EXAMPLE_MODELS).map(({ id, input, output }) => `${id} ${input} ${output}`);
  const written = COPIED.flatMap((path) =>
    Array.from(
      read(path).matchAll(/([\w.-]+): \{ ?input: ([\d.]+), output: ([\d.]+)/g),
      ([, id, input, output]) => `${id} ${Number(input)} ${Number(output)}`,
    ),
  ).filter((price) => MODELS.includes(price.split(' ')[0] ?? ''));
  expect(written.length).toBeGreaterThan(5);
  expect(written.filter((price) => !prices.includes(price))).toEqual([]);
});

test('the table of ends has each day that the vendors’ own clients announce, so an update of them brings the next ones', () => {
  const announced = announcedEnds(
    openaiTypes(),
    read('node_modules/@anthropic-ai/sdk/internal/data/deprecated-models.js'),
  );
  const told = Object.entries(MODEL_ENDS).flatMap(([day, ids]) => ids.map((id): [string, string] => [id, day]));
  expect(announced.size).toBeGreaterThan(20);
  expect(
    [...announced].filter(([, day]) => day >= '2026-11-29').filter(([id, day]) => new Map(told).get(id) !== day),
  ).toEqual([]);
});

test('the check sees what it is for', () => {
  const text =
    'a: gpt-5-mini\nb: "openai/gpt-4.1-mini", o3 or claude-sonnet-4-5-20250929\nc: eu.anthropic.claude-haiku-4-5-20251001-v1:0';
  expect(namedModels('f', text).map(({ id, place }) => `${id} ${place}`)).toEqual([
    'gpt-5-mini f:1',
    'gpt-4.1-mini f:2',
    'o3 f:2',
    'claude-sonnet-4-5 f:2',
    'claude-haiku-4-5 f:3',
  ]);
  const on = (day: string) => [...endingWithin(DAYS, new Date(day), { '2027-04-01': ['gpt-5.1'] }).keys()];
  expect([on('2026-12-01'), on('2026-12-02')]).toEqual([[], ['gpt-5.1']]);
});

function openaiTypes(): string {
  return read('node_modules/openai/resources/shared.d.ts');
}
