import { expect, test } from 'vitest';
import { onlyCase } from './read-cases.ts';

const row = {
  id: 'cap-1',
  input: 'Book it.',
  expected_tools: ['book'],
  expected_output_contains: ['booked'],
  category: 'capability',
};

test('tools are names in any order among others, the category is a tag', () => {
  const read = onlyCase([row]);
  expect(read).toMatchObject({ id: 'cap-1', name: null, tags: ['capability'] });
  expect(read.expect.tools).toMatchObject({ order: 'any', allow_extra: true });
  expect(read.expect.tools?.calls).toMatchObject([{ call: { name: 'book', args: null } }]);
});

test('one call is a hit for every place that names its tool, unless the list is compared as a list', () => {
  const twice = [{ ...row, expected_tools: ['book', 'book'] }];
  expect(onlyCase(twice).expect.tools?.calls).toHaveLength(1);
  expect(onlyCase(twice, { order: 'exact', extra: false }).expect.tools).toMatchObject({
    order: 'exact',
    allow_extra: false,
  });
  expect(onlyCase(twice, { order: 'exact', extra: false }).expect.tools?.calls).toHaveLength(2);
});

test.each([
  ['both lists empty', { expected_tools: [], expected_output_contains: [] }],
  ['one list empty, the other absent', { expected_tools: [], expected_output_contains: undefined }],
  ['an empty text', { expected_tools: undefined, expected_output_contains: '' }],
])('%s: the agent has to complete, whatever it answers', (_, lists) => {
  expect(onlyCase([{ ...row, ...lists, input: '' }])).toMatchObject({
    turns: [{ input: '' }],
    expect: { completes: true },
  });
});

test('an empty list beside a full one demands nothing', () => {
  expect(Object.keys(onlyCase([{ ...row, expected_tools: [] }]).expect)).toEqual(['response']);
});
