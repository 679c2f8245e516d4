import { describe, expect, test } from 'vitest';
import { trialView } from '#trials/checks/trial-view.ts';
import { aConversation, aTrial, CRASHED, made, usage } from '../trial/build-trial.ts';

const conversation = aConversation([null, null]);

describe('the whole trial', () => {
  test('has the last answer, the last value of each key, and everything else of all turns', () => {
    const trial = aTrial([
      {
        output: 'first',
        tool_calls: [made('a')],
        metadata: { x: 1, y: 1 },
        state: { order: 'open', mail: 'none' },
        retrieved: ['r1'],
        plan: [{ name: 'p1', arguments: {} }],
        usage: usage(10, 1, { cost_usd: 0.5 }),
        steps: 2,
        latency_ms: 100,
      },
      {
        output: 'second',
        tool_calls: [made('b'), made('c')],
        metadata: { y: 2 },
        state: { order: 'refunded' },
        retrieved: ['r2'],
        usage: usage(20, 2, { total_tokens: 23, cost_usd: 0.25, estimated: true }),
        steps: 1,
        latency_ms: 50,
      },
    ]);
    expect(trialView(conversation, trial, null)).toEqual({
      end: { kind: 'completed' },
      input: 'turn 2',
      output: 'second',
      tool_calls: [made('a'), made('b'), made('c')],
      plan: [{ name: 'p1', arguments: {} }],
      metadata: { x: 1, y: 2 },
      state: { order: 'refunded', mail: 'none' },
      retrieved: ['r2'],
      usage: { input_tokens: 30, output_tokens: 3, total_tokens: 34, cost_usd: 0.75, estimated: true },
      steps: 3,
      latency_ms: 150,
    });
  });

  test('has no answer when the last turn has none, whatever was said before', () => {
    expect(trialView(conversation, aTrial([{ output: 'first' }, { output: null }]), null).output).toBeNull();
    expect(trialView(conversation, aTrial([{ output: 'first' }], { end: CRASHED }), null).output).toBeNull();
  });

  test('does not know a count that one turn did not report', () => {
    const view = trialView(conversation, aTrial([{ usage: usage(10, 1), steps: 1 }, {}]), null);
    expect(view).toMatchObject({ usage: null, steps: null });
    const partly = trialView(conversation, aTrial([{ usage: usage(10, 1) }, { usage: usage(null, 2) }]), null);
    expect(partly.usage).toEqual({
      input_tokens: null,
      output_tokens: 3,
      total_tokens: null,
      cost_usd: null,
      estimated: false,
    });
  });

  test('of a trial without any turn knows nothing', () => {
    expect(trialView(conversation, aTrial([], { end: CRASHED }), null)).toEqual({
      end: CRASHED,
      input: 'turn 2',
      output: null,
      tool_calls: null,
      plan: null,
      metadata: null,
      state: null,
      retrieved: null,
      usage: null,
      steps: null,
      latency_ms: null,
    });
  });
});

describe('an account of tool calls', () => {
  test('exists when one turn gives one; a turn without a list then made no calls', () => {
    const trial = aTrial([{ tool_calls: null }, { tool_calls: [made('a')] }]);
    expect(trialView(conversation, trial, null).tool_calls).toEqual([made('a')]);
    expect(trialView(conversation, trial, 1).tool_calls).toEqual([]);
  });

  test('does not exist when no turn gives one', () => {
    const trial = aTrial([{}, {}]);
    expect([null, 1, 2].map((turn) => trialView(conversation, trial, turn).tool_calls)).toEqual([null, null, null]);
  });

  test('does not exist for a turn that was not reached', () => {
    expect(trialView(conversation, aTrial([{ tool_calls: [made('a')] }], { end: CRASHED }), 2).tool_calls).toBeNull();
  });
});

describe('one turn', () => {
  test('sees that turn only', () => {
    const trial = aTrial([
      { output: 'first', tool_calls: [made('a')], usage: usage(10, 1), steps: 1, metadata: { x: 1 } },
      { output: 'second', tool_calls: [made('b')], usage: usage(20, 2), steps: 2 },
    ]);
    expect(trialView(conversation, trial, 2)).toMatchObject({
      input: 'turn 2',
      output: 'second',
      tool_calls: [made('b')],
      metadata: null,
      usage: { total_tokens: 22 },
      steps: 2,
      latency_ms: 100,
    });
  });

  test('ended well when a later turn followed or it was answered before the last, though the trial did not', () => {
    const both = aTrial([{}, { output: null }], { end: CRASHED });
    expect([1, 2].map((turn) => trialView(conversation, both, turn).end.kind)).toEqual(['completed', 'failed']);
    const one = aTrial([{}], { end: CRASHED });
    expect([1, 2].map((turn) => trialView(conversation, one, turn).end.kind)).toEqual(['completed', 'failed']);
    const none = aTrial([{ output: null }], { end: CRASHED });
    expect([1, 2].map((turn) => trialView(conversation, none, turn).end.kind)).toEqual(['failed', 'failed']);
  });

  test('the last turn failed when the trial did, even with an answer', () => {
    expect(trialView(conversation, aTrial([{}, {}], { end: CRASHED }), 2).end).toBe(CRASHED);
  });
});

describe('a conversation with a simulated user', () => {
  const user = { persona: 'a', goal: 'b', max_turns: 8, stop: [] };
  const open = { ...conversation, turns: [], simulated_user: user };
  const turns = [
    { input: 'hi', output: 'first', tool_calls: [made('a')] },
    { input: 'go on', output: 'second', tool_calls: [made('b')] },
  ];

  test('ends with the last turn that was played', () => {
    expect(trialView(open, aTrial(turns), null)).toMatchObject({
      input: 'go on',
      output: 'second',
      tool_calls: [made('a'), made('b')],
    });
  });

  test('that broke off has no last answer', () => {
    expect(trialView(open, aTrial(turns, { end: CRASHED }), null)).toMatchObject({ output: null });
    expect(trialView(open, aTrial([], { end: CRASHED }), null)).toMatchObject({ input: '', output: null });
  });

  test('has answered its opening, whatever came later', () => {
    const opened = { ...open, turns: [{ input: 'hi', expect: null }] };
    expect(trialView(opened, aTrial(turns.slice(0, 1), { end: CRASHED }), 1)).toMatchObject({
      end: { kind: 'completed' },
      output: 'first',
    });
  });
});
