/** What a newcomer copies names models that answer for months: no starter, page or example may name one that is about to end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLE_MODELS } from '#common/example-models.ts';
import { endingWords } from '#report/ending-words.ts';
import { ANNOUNCED_ENDS } from '#trials/model-ends/announced-ends.ts';
import { type CalledModel, endingModels } from '#trials/model-ends/ending-models.ts';
import { announcedEnds, endingWithin, namedModels } from './support/model-ends.ts';
import { trackedFiles } from './support/tracked-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** All that a user reads, copies or is shown. */
const COPIED = trackedFiles().filter(
  (path) =>
    /^(?:README\.md|SECURITY\.md|action\.yml|(?:docs|examples|schema|src)\/)/.test(path) &&
    !/\.png$|\/announced-ends\.ts$/.test(path),
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

test(`none of the list ends within ${DAYS} days of today: see ${[...new Set(ANNOUNCED_ENDS.map(({ page }) => page))].join(' and ')}`, () => {
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
  const told = ANNOUNCED_ENDS.flatMap(({ day, models }) => models.map((id): [string, string] => [id, day]));
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
  const LAST = ANNOUNCED_ENDS.filter(({ day }) => day === '2027-04-01');
  const on = (day: string) => [...endingWithin(DAYS, new Date(day), LAST).keys()].slice(0, 1);
  expect([on('2026-12-01'), on('2026-12-02')]).toEqual([[], ['gpt-5.1']]);
});

const called = (asked: string, more: Partial<CalledModel> = {}): CalledModel => ({
  ...{ role: 'agent', provider: 'openai', asked, served: null, listed: null },
  ...more,
});

test('on each day, a model is told of from 60 days before the day of its page, and no other name or provider is', () => {
  for (const { provider, day, models } of ANNOUNCED_ENDS)
    for (let before = 200; before >= -100; before -= 1) {
      const at = new Date(Date.parse(day) - before * 86_400_000).toISOString();
      const told = models.map((model) => endingModels([called(model, { provider })], at).map((end) => end.day));
      expect(told).toEqual(models.map(() => (before <= 60 ? [day] : [])));
      const others = models.flatMap((model) => [
        called(`${model}-x`, { provider }),
        called(model, { provider: 'azure' }),
      ]);
      expect(endingModels(others, at)).toEqual([]);
    }
});

test.each([
  [
    'an alias is called one',
    { served: 'gpt-5' },
    'Model latest of the agent is an alias that gives no day: it was served by gpt-5, which ends on 2026-12-11, in 11 days (https://developers.openai.com/api/docs/deprecations). The command upgrade shows which other is no worse.',
  ],
  [
    "the provider's list decides",
    { asked: 'gpt-5', listed: { model: 'gpt-5', day: '2026-12-20' } },
    'Model gpt-5 of the agent ends on 2026-12-20, in 20 days (the provider says so; its page said 2026-12-11). The command upgrade shows which other is no worse.',
  ],
  [
    "a judge's labels end with it",
    { asked: 'gpt-5', role: 'judge' },
    "Model gpt-5 of the judge ends on 2026-12-11, in 11 days (https://developers.openai.com/api/docs/deprecations). The labels of this judge's verdicts end with it: label those of its successor.",
  ],
] as const)('%s', (_, more, words) => {
  expect(endingModels([called('latest', more)], '2026-11-30T10:00:00Z').map(endingWords)).toEqual([words]);
});

function openaiTypes(): string {
  return read('node_modules/openai/resources/shared.d.ts');
}
