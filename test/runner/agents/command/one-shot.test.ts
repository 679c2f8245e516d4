import { describe, expect, test } from 'vitest';
import type { Attempt } from '#ports/ports.ts';
import { commandAgent, NEVER, planOf, run, type TestAgentOptions } from '../support.ts';

function oneShot(command: readonly string[], settings: TestAgentOptions = {}) {
  return commandAgent(command, { mode: 'one-shot', ...settings });
}

const outputOf = ({ trajectory }: Attempt) => trajectory.turns.at(-1)?.output;

describe('a one-shot program', () => {
  test('gets the turn on standard input and answers in protocol, with its other output as log', async () => {
    await using agent = oneShot(run('once.mjs'));
    const attempt = await agent.attempt(planOf('answer with noise'), NEVER);
    expect(attempt.end).toEqual({ kind: 'completed' });
    expect(attempt.trajectory.turns[0]).toMatchObject({
      output: 'answered',
      tool_calls: [{ name: 'look', arguments: { at: 1 }, status: null }],
    });
    expect(attempt.trajectory.log).toBe('Loading…\n{"level":"info"}\nbye\n');
  });

  test('that speaks no protocol answers with all it prints', async () => {
    await using agent = oneShot(run('plain-once.mjs', 'say', 'Hello', 'World'));
    const attempt = await agent.attempt(planOf('x'), NEVER);
    expect(attempt.trajectory).toMatchObject({
      log: '',
      turns: [{ output: 'Hello|World', tool_calls: null, usage: null }],
    });
  });

  test.each(['two words', '$(echo no) `shell` "quotes" $HOME', "it's; rm -rf $&", ''])(
    'gets {input} as one argument, untouched by any shell: %j',
    async (input) => {
      await using agent = oneShot(run('plain-once.mjs', 'say', 'q={input}', '{input}'));
      expect(outputOf(await agent.attempt(planOf(input), NEVER))).toBe(`q=${input}|${input}`);
    },
  );

  test('is a new process for each turn, which gets the messages and the session of the turn before', async () => {
    await using agent = oneShot(run('once.mjs'));
    const history = [{ role: 'assistant', content: 'before' }] as const;
    const attempt = await agent.attempt(planOf(['remember', 'remember'], { history }), NEVER);
    const first = JSON.stringify([null, ['before', 'remember']]);
    expect(attempt.trajectory.turns.map(({ output }) => output)).toEqual([
      first,
      JSON.stringify([1, ['before', 'remember', first, 'remember']]),
    ]);
  });

  test('that answers and does not end is ended, and its answer stands', async () => {
    await using agent = oneShot(run('once.mjs'));
    expect((await agent.attempt(planOf('answer and linger'), NEVER)).end).toEqual({ kind: 'completed' });
    expect(agent.survivors()).toEqual([]);
  });

  test.each([
    [
      'with an answer in protocol',
      run('once.mjs'),
      'answer and fail',
      { message: /exited with code 7 after it answered/ },
    ],
    [
      'with plain text',
      run('plain-once.mjs', 'say and fail'),
      'x',
      { message: /exited with code 4 before it answered/, output: /then it broke/ },
    ],
  ])('that exits with an error %s crashed, whatever it printed', async (_, command, input, texts) => {
    const matching = Object.entries(texts).map(([key, pattern]) => [key, expect.stringMatching(pattern)]);
    await using agent = oneShot(command);
    expect((await agent.attempt(planOf(input), NEVER)).end).toMatchObject({
      kind: 'failed',
      failure: { kind: 'crash', ...Object.fromEntries(matching) },
    });
  });

  test('that prints more plain text than an answer may have fails with what to do', async () => {
    await using agent = oneShot(run('plain-once.mjs', 'print a lot'));
    expect((await agent.attempt(planOf('x'), NEVER)).end).toMatchObject({
      kind: 'failed',
      failure: {
        kind: 'protocol',
        message: expect.stringMatching(/more than 8 MB of plain text; print the answer alone/),
      },
    });
  });

  test('may ignore its standard input', async () => {
    await using agent = oneShot(run('plain-once.mjs', 'read nothing'));
    const attempt = await agent.attempt(planOf('long '.repeat(500_000)), NEVER);
    expect(attempt).toMatchObject({ end: { kind: 'completed' }, trajectory: { turns: [{ output: null }] } });
  });

  test('that is out of time is ended', async () => {
    await using agent = oneShot(run('once.mjs'), { limits: { trial_timeout_ms: 500 } });
    const hung = await agent.attempt(planOf('hang'), NEVER);
    expect(hung.end).toEqual({
      kind: 'failed',
      failure: { kind: 'timeout', message: 'no answer within 500 ms (limits.trial_timeout)' },
    });
    expect(agent.survivors()).toEqual([]);
  });

  test('that can take no such argument makes an error that is not retried', async () => {
    await using agent = oneShot(run('plain-once.mjs', 'say', '{input}'));
    for (const input of ['a\0b', 'x'.repeat(3_000_000)]) {
      const attempt = await agent.attempt(planOf(input), NEVER);
      expect(attempt).toMatchObject({ end: { kind: 'error', error: { class: 'sandbox' } }, retry: false });
    }
  });

  test('sees the environment it was given and the mark of its process tree, nothing else', async () => {
    await using agent = oneShot(run('plain-once.mjs', 'environment'), { options: { environment: { ANSWER: '42' } } });
    const seen = JSON.parse(outputOf(await agent.attempt(planOf('x'), NEVER)) ?? '');
    expect(Object.keys(seen).sort()).toEqual([
      'AGENT_EVAL_PROCESS',
      'AGENT_TEST',
      'ANSWER',
      'PATH',
      'PYTHONUNBUFFERED',
    ]);
  });
});
