import { describe, expect, test } from 'vitest';
import { hiddenAnswer } from '#runner/agents/command/hidden-answer.ts';
import { commandAgent, NEVER, planOf } from '../support.ts';

const isPending = (id: string) => id === 'a#1.1';
const ANSWER = '{"id": "a#1.1", "output": "well"}';

describe('an answer among other text on its line is found', () => {
  test.each([
    [
      'before it',
      `DEBUG {x} ${ANSWER}`,
      /before the JSON on the same line: "DEBUG \{x\}"; print the answer on a line of its own/,
    ],
    ['after it', `${ANSWER} done`, /after the JSON on the same line: "done"/],
    ['without a space', `thinking...${ANSWER}`, /before the JSON on the same line: "thinking\.\.\."/],
    ['though it is an error', 'E: {"id":"a#1.1","type":"error","message":"no"}', /"E:"/],
  ])('with text %s', (_, line, problem) => {
    expect(hiddenAnswer(line, isPending, null)).toEqual({ id: 'a#1.1', problem: expect.stringMatching(problem) });
  });
});

test('an answer without an id is meant for the only turn, while the agent has answered none', () => {
  const found = { id: 'a#1.1', problem: expect.stringMatching(/lacks the "id" of the turn/) };
  expect(hiddenAnswer('{"output":"well","tool_calls":[]}', isPending, 'a#1.1')).toEqual(found);
  expect(hiddenAnswer('{"output":"well","tool_calls":[]}', isPending, null)).toBeNull();
});

test.each([
  ['an answer without an id among other text', 'got {"output":"well"}'],
  ['an output among fields of a log', '{"level":30,"output":"well"}'],
  ['the turn as it came in', 'got {"protocol":1,"type":"turn","id":"a#1.1","input":"x","messages":[]}'],
  ['JSON that answers nobody', 'log {"id":"b#1.1","output":"well"}'],
  ['JSON without an answer', 'log {"id":"a#1.1","level":"info"}'],
  ['text', 'thinking about "id" {'],
])('a line that holds %s is log', (_, line) => {
  expect(hiddenAnswer(line, isPending, 'a#1.1')).toBeNull();
});

/** A worker that prints `first`, then its answer, and a one-shot program that prints `first` and ends. */
const printing = (first: string, then: string) => [
  process.execPath,
  '-e',
  `process.stdin.once('data', (text) => { const { id } = JSON.parse(text); console.log(${first}); ${then} })`,
];
const HIDDEN = "'DEBUG ' + JSON.stringify({ id, output: 'well' })";

test('a one-shot program whose answer shares its line has given none, rather than one in words', async () => {
  await using agent = commandAgent(printing(HIDDEN, ''), { mode: 'one-shot' });
  const { end } = await agent.attempt(planOf('x'), NEVER);
  expect(end).toMatchObject({ failure: { kind: 'protocol', message: expect.stringContaining('there is other text') } });
});

test('a worker that logs its answer before it gives it has answered', async () => {
  await using agent = commandAgent(printing(HIDDEN, "console.log(JSON.stringify({ id, output: 'well' }))"));
  const { end, trajectory } = await agent.attempt(planOf('x'), NEVER);
  expect(end).toEqual({ kind: 'completed' });
  expect(trajectory).toMatchObject({ turns: [{ output: 'well' }], log: expect.stringContaining('DEBUG') });
});

test('a worker that never repeats the id fails at once, with what lacks', async () => {
  await using agent = commandAgent(printing("JSON.stringify({ output: 'well' })", ''));
  const { end } = await agent.attempt(planOf('x'), NEVER);
  expect(end).toMatchObject({ failure: { kind: 'protocol', message: expect.stringContaining('lacks the "id"') } });
});
