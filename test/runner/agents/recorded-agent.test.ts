import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Limits } from '#config/config.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { createRecordedAgent } from '#runner/agents/recorded-agent.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { LIMITS, NEVER, planOf } from './support.ts';

async function recorded(rows: string | readonly object[], limits: Partial<Limits> = {}) {
  const path = join(newFolder('recorded'), 'rows.jsonl');
  writeFileSync(path, typeof rows === 'string' ? rows : rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return createRecordedAgent({ kind: 'recorded', file: 'rows.jsonl', needs: [] }, { ...LIMITS, ...limits }, path);
}

async function attempt(rows: string | readonly object[], plan = planOf('hi'), limits: Partial<Limits> = {}) {
  const agent = await recorded(rows, limits);
  const made = await agent.attempt(plan, NEVER);
  await agent.close();
  return made;
}

const problemOf = (rows: string | readonly object[]) =>
  recorded(rows).then(
    () => 'none',
    (error: unknown) => error,
  );

describe('a recorded agent', () => {
  test('reads a row with turns, and a row that is its only turn', async () => {
    const turn = {
      output: 'x',
      tool_calls: [{ name: 'look', arguments: '{"a":1}' }],
      usage: { input_tokens: 5, output_tokens: 1 },
      latency_ms: 120,
    };
    const expected = {
      output: 'x',
      tool_calls: [{ name: 'look', arguments: { a: 1 } }],
      usage: { total_tokens: 6 },
      latency_ms: 120,
      input: 'hi',
      turn: 1,
    };
    for (const row of [
      { case_id: 'a-case', trial: 1, turns: [turn] },
      { case_id: 'a-case', ...turn },
    ]) {
      expect(await attempt([row])).toMatchObject({ end: { kind: 'completed' }, trajectory: { turns: [expected] } });
    }
  });

  test('names the row whose values are too deep or out of bounds', async () => {
    const state = JSON.parse('['.repeat(101) + ']'.repeat(101));
    for (const [row, problem] of [
      [{ case_id: 'a-case', turns: [{ output: 'x', state }] }, 'rows.jsonl:1: turns[0]: nested more than 100 levels'],
      [{ case_id: 'a-case', output: 'x', usage: { input_tokens: 1.5 } }, 'rows.jsonl:1: usage.input_tokens: expected'],
      [{ case_id: 'a-case', output: 'x', latency_ms: 1e16 }, 'rows.jsonl:1: latency_ms: '],
    ] as const) {
      expect(await problemOf([row])).toMatchObject({ message: expect.stringContaining(problem) });
    }
    const args = `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`;
    expect(
      await attempt([{ case_id: 'a-case', output: 'x', tool_calls: [{ name: 'a', arguments: args }] }]),
    ).toMatchObject({
      end: {
        kind: 'error',
        error: { class: 'replay_miss', message: expect.stringContaining('rows.jsonl:1: tool_calls, ') },
      },
    });
  });

  test('plays our own stored trajectories again, unchanged', async () => {
    const turns = [
      {
        turn: 1,
        input: 'hi',
        output: null,
        tool_calls: [{ name: 'look', arguments: {}, status: null, result: null, step: null }],
        plan: [{ name: 'look', arguments: { a: 1 } }],
        metadata: { escalated: true },
        state: [1],
        retrieved: ['kb'],
        usage: { input_tokens: null, output_tokens: 4, total_tokens: null, cost_usd: 0.1, estimated: true },
        steps: 3,
        latency_ms: 12.5,
      },
      {
        turn: 2,
        input: 'more',
        output: 'y',
        tool_calls: null,
        plan: null,
        metadata: null,
        state: null,
        retrieved: null,
        usage: null,
        steps: null,
        latency_ms: 1,
      },
    ];
    const trajectory = { turns, log: 'a log', stderr: 'a warning' };
    const row = { id: 'a-case#1', case_id: 'a-case', trial: 1, state: 'complete', trajectory };
    expect((await attempt([row], planOf(['hi', 'more']))).trajectory).toEqual(trajectory);
  });

  test('keeps a recorded end, also of a trial that was cut short', async () => {
    const end = { kind: 'failed', failure: { kind: 'timeout', message: 'too slow' } };
    const plan = planOf(['hi', 'more']);
    expect(await attempt([{ case_id: 'a-case', turns: [{ output: 'x' }], end }], plan)).toMatchObject({
      end,
      trajectory: { turns: [{ output: 'x' }] },
    });
    expect(await attempt([{ case_id: 'a-case', turns: [], end }], plan)).toMatchObject({
      end,
      trajectory: { turns: [] },
    });
  });

  test('holds recorded trials to the limits of the config', async () => {
    const row = { case_id: 'a-case', output: 'x', tool_calls: [{ name: 'a' }, { name: 'a' }] };
    expect((await attempt([row], planOf('hi'), { max_tool_calls: 1 })).end).toMatchObject({
      failure: { kind: 'limit' },
    });
  });

  test('gives rows without number the next free one of their case, and has as many trials as the highest', async () => {
    const agent = await recorded([
      { case_id: 'a', output: 'first' },
      { case_id: 'a', trial: 1, output: 'one' },
      { case_id: 'b', output: 'other' },
      { case_id: 'a', output: 'second' },
    ]);
    expect(agent.available_trials).toBe(3);
    const outputs = await Promise.all([1, 2, 3].map((index) => agent.attempt(planOf('hi', { id: 'a', index }), NEVER)));
    expect(outputs.map(({ trajectory }) => trajectory.turns[0]?.output)).toEqual(['one', 'first', 'second']);
    await agent.close();
  });

  test.each([
    [
      'of an unknown case',
      [{ case_id: 'other', output: 'x' }],
      /rows\.jsonl: trial 1 of a-case is not recorded; the file has no trial of this case/,
    ],
    ['beyond those recorded', [{ case_id: 'a-case', trial: 4, output: 'x' }], /the file has only the trials 4 of it/],
    ['with fewer turns', [{ case_id: 'a-case', turns: [] }], /rows\.jsonl:1: 0 turns were recorded, the case has 1/],
    [
      'with more turns',
      [{ case_id: 'a-case', turns: [{ output: 'x' }, { output: 'y' }] }],
      /2 turns were recorded, the case has 1/,
    ],
    [
      'for another input',
      [{ case_id: 'a-case', input: 'hello', output: 'x' }],
      /turn 1 was recorded for another input/,
    ],
    [
      'that was stored truncated',
      [{ id: 'a-case#1', case_id: 'a-case', trial: 1, state: 'truncated', note: 'cut', beginning: '{"id"' }],
      /rows\.jsonl:1: only the beginning of this trajectory was stored/,
    ],
    [
      'whose messages nobody can read',
      [{ case_id: 'a-case', messages: [{ who: 'me' }] }],
      /rows\.jsonl:1: messages\[0\] with the keys \(who\) can't be read/,
    ],
  ])('misses a trial %s: an error, no failure', async (_, rows, message) => {
    expect(await attempt(rows)).toMatchObject({
      end: { kind: 'error', error: { class: 'replay_miss', message: expect.stringMatching(message) } },
      retry: false,
    });
  });

  test('finds rows among blank lines, long rows and other line endings', async () => {
    const long = 'é'.repeat(400_000);
    const text = `\uFEFF${JSON.stringify({ case_id: 'a', output: long })}\r\n\n${JSON.stringify({ case_id: 'b', output: 'ü' })}`;
    const agent = await recorded(text);
    const outputOf = async (id: string) =>
      (await agent.attempt(planOf('hi', { id }), NEVER)).trajectory.turns[0]?.output;
    expect([await outputOf('a'), await outputOf('b')]).toEqual([long, 'ü']);
    await agent.close();
  });
});

describe('a file of recorded trials', () => {
  test('with bad rows is refused with all of them by file and row', async () => {
    const error = await problemOf(
      [
        '{"case_id":"a","output":"x"}',
        'nonsense',
        '{"output":"x"}',
        '{"case_id":"a","trial":1,"output":"x"}',
        '{"case_id":"a","trial":1,"output":"y"}',
        '{"case_id":"b","turns":[{"output":"x","usage":3}]}',
        '{"case_id":"c"}',
      ].join('\n'),
    );
    expect(error).toBeInstanceOf(AgentUnavailableError);
    expect(String(error).split('\n')).toEqual([
      expect.stringMatching(/rows\.jsonl:2: expected a JSON object/),
      expect.stringMatching(/^rows\.jsonl:3: case_id: expected the id of a case/),
      expect.stringMatching(/^rows\.jsonl:5: trial 1 of a is already in row 4/),
      expect.stringMatching(/^rows\.jsonl:6: turns\[0\]: usage: expected an object/),
      expect.stringMatching(/^rows\.jsonl:7: the result has no "output"/),
    ]);
  });

  test.each([
    ['is empty', '\n\n', /no trials found/],
    ['holds a row past the ceiling', 'x'.repeat(9_000_000), /rows\.jsonl:1: longer than 8 MB/],
  ])('that %s is refused', async (_, text, message) => {
    expect(String(await problemOf(text))).toMatch(message);
  });

  test('that is missing is named', async () => {
    const missing = createRecordedAgent(
      { kind: 'recorded', file: 'gone.jsonl', needs: [] },
      LIMITS,
      '/nowhere/gone.jsonl',
    );
    await expect(missing).rejects.toThrow(/gone\.jsonl can't be read \(ENOENT\)/);
  });
});

describe('a recorded conversation with a simulated user', () => {
  const user = { persona: 'terse', goal: 'a refund', max_turns: 3, stop: [] };
  const plan = planOf('first');
  const simulated = { ...plan, case: { ...plan.case, simulated_user: user } };
  const rows = (inputs: readonly string[]) => [
    { case_id: 'a-case', turns: inputs.map((input) => ({ input, output: `re: ${input}` })) },
  ];

  test('is played as it was held', async () => {
    const { end, trajectory } = await attempt(rows(['first', 'then this']), simulated);
    expect(end).toEqual({ kind: 'completed' });
    expect(trajectory.turns.map(({ input, output }) => [input, output])).toEqual([
      ['first', 're: first'],
      ['then this', 're: then this'],
    ]);
  });

  test.each([
    ['that began otherwise', ['other', 'then this'], /turn 1 was recorded for another input/],
    ['that is longer than the case allows now', ['first', 'b', 'c', 'd'], /4 turns were recorded, the case has 3/],
  ])('%s is missing', async (_, inputs, message) => {
    const { end } = await attempt(rows(inputs), simulated);
    expect(end).toMatchObject({ error: { class: 'replay_miss', message: expect.stringMatching(message) } });
  });
});
