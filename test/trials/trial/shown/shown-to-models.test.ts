import { expect, test } from 'vitest';
import { expectSaid } from '#test/support/said.ts';
import { requestSegment } from '#trials/trial/request-segment.ts';
import { createShownTally, mergeShown, SHOWN_CAPS } from '#trials/trial/shown/shown-to-models.ts';

const system = (text: string) => requestSegment('system', '', text);
const tool = (name: string, description = 'a') =>
  requestSegment('tool', name, JSON.stringify({ type: 'function', function: { name, description } }));

function shownBy(...trials: readonly (readonly [string, ...ReturnType<typeof system>[]])[]) {
  const tally = createShownTally();
  for (const [case_id, ...segments] of trials) tally.add({ case_id, segments });
  return tally.result();
}

test('unseen requests leave everything unknown', () => {
  expect(shownBy(['a'], ['b'])).toBeNull();
});

test('prompts keep the lines that the golden file says', () => {
  return expectSaid(new URL('golden/prompts.txt', import.meta.url), (text) => {
    const trials = text.split('\n').map((line): [string, ...Parameters<typeof requestSegment>[]] => JSON.parse(line));
    const rows = trials.map(([id, ...parts]) => [id, ...parts.map((part) => requestSegment(...part))] as const);
    return shownBy(...rows)?.prompts ?? ['nothing is known'];
  });
});

test('a tool is hashed by parts, whatever the provider calls them, and a part that varies tells nothing', () => {
  const anthropic = requestSegment('tool', 't', JSON.stringify({ name: 't', description: 'a', input_schema: {} }));
  const openai = requestSegment(
    'tool',
    't',
    JSON.stringify({ function: { name: 't', description: 'a', parameters: {} } }),
  );
  const google = ['parametersJsonSchema', 'parameters_json_schema'].map((name) =>
    requestSegment('tool', 't', JSON.stringify({ name: 't', description: 'a', [name]: {} })),
  );
  for (const segment of [openai, ...google])
    expect(shownBy(['a', segment])?.tools['t']).toEqual(shownBy(['a', anthropic])?.tools['t']);
  const varying = shownBy(['a', tool('t', 'one')], ['a', tool('t', 'two'), tool('rare')]);
  expect(Object.keys(varying?.tools['t'] ?? {})).toEqual(['arguments', 'other']);
  expect(varying?.sometimes).toEqual(['rare']);
});

test('no prompt and no number of tools is beyond what a file of results may have', () => {
  const many = Array.from({ length: 1_100 }, (_, at) => tool(`t${at}`));
  const parts = shownBy(['a', system('x'.repeat(100_000)), ...many]);
  expect(Object.keys(parts?.tools ?? {})).toHaveLength(SHOWN_CAPS.tools);
  expect(parts?.prompts[0]).toHaveLength(SHOWN_CAPS.prompt);
});

test('shards are one run: a tool of one of them is a tool of some trials, and an unseen shard leaves all unknown', () => {
  const [first, second] = [shownBy(['a', tool('t'), system('A')]), shownBy(['b', tool('t'), tool('u'), system('B')])];
  if (first === null || second === null) throw new Error('nothing was seen');
  expect(mergeShown([first, second])).toEqual({
    tools: { ...first.tools, ...second.tools },
    sometimes: ['u'],
    prompts: ['A', 'B'],
    settings: {},
  });
  expect(mergeShown([first, undefined])).toBeNull();
  expect(mergeShown([])).toBeNull();
});

test('settings are named with the values of every trial and of some, what a program draws with none', () => {
  const settings = (values: object) => requestSegment('settings', '', JSON.stringify({ model: 'm', ...values }));
  const trials = Array.from(
    { length: 8 },
    (_, at) => ['a', settings({ temperature: 0, reasoning: { effort: 'low' }, id: `${at}` })] as const,
  );
  const routed = ['b', settings({ temperature: 0 }), settings({ tool_choice: 'required' })] as const;
  const parts = shownBy(...trials, routed);
  const known = {
    id: { always: [], sometimes: [] },
    'reasoning.effort': { always: [], sometimes: ['low', null] },
    temperature: { always: ['0'], sometimes: [null] },
    tool_choice: { always: [null], sometimes: ['required'] },
  };
  expect(parts?.settings).toEqual(known);
  const other = shownBy(['a', settings({ temperature: 1 })]);
  if (parts === null || other === null) throw new Error('nothing was seen');
  expect(mergeShown([parts, other])?.settings).toMatchObject({
    id: known.id,
    temperature: { always: [], sometimes: ['0', '1', null] },
    tool_choice: { always: [null], sometimes: ['required'] },
  });
});
