import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Attempt } from '#ports/ports.ts';
import { commandAgent, NEVER, PATIENT, planOf, run } from '#test/runner/agents/support.ts';
import { newFolder } from '#test/support/new-folder.ts';

const misbehaving = run('misbehaving-worker.mjs');

function failureOf(attempt: Attempt): { readonly kind: string; readonly message: string } {
  if (attempt.end.kind === 'failed') return attempt.end.failure;
  return { kind: attempt.end.kind, message: attempt.end.kind === 'error' ? attempt.end.error.message : '' };
}

describe('a worker', () => {
  test('runs one trial at a time: trials at once get processes of their own', async () => {
    await using agent = commandAgent(misbehaving);
    // The second three look for a free process at the same moment.
    for (const indices of [
      [1, 2, 3],
      [4, 5, 6],
    ]) {
      const attempts = await Promise.all(
        indices.map((index) => agent.attempt(planOf(['answer', 'answer'], { index }), NEVER)),
      );
      const outputs = attempts.map(({ trajectory }) => trajectory.turns.map(({ output }) => output));
      for (const [first, second] of outputs) expect(second).toBe(first);
      expect(new Set(outputs.map(([first]) => first)).size).toBe(3);
    }
  });

  test('has what is not its answer kept as log and stderr of that trial', async () => {
    await using agent = commandAgent(misbehaving);
    const { end, trajectory } = await agent.attempt(planOf('answer with noise'), NEVER);
    expect(end.kind).toBe('completed');
    expect(trajectory.log).toBe('starting up\nnot json {\n{"level":"info","note":"structured log"}\na log line\n');
    expect(trajectory.stderr).toBe('a warning\n');
    expect((await agent.attempt(planOf('answer'), NEVER)).trajectory).toMatchObject({ log: '', stderr: '' });
  });

  test('is told how much of the time of the whole trial is left', async () => {
    await using agent = commandAgent(misbehaving, { limits: { trial_timeout_ms: 9_000 } });
    const { trajectory } = await agent.attempt(planOf(['tell the deadline', 'tell the deadline']), NEVER);
    const [first, second] = trajectory.turns.map(({ output }) => Number(output));
    expect(first).toBe(9_000);
    expect(second).toBeLessThan(9_000);
  });

  test.each([
    ['crash', 'crash', /exited with code 3 before it answered$/],
    ['crash by signal', 'crash', /ended by SIGSEGV before it answered; stderr is empty/],
    ['leave without a word', 'crash', /exited with code 0 before it answered/],
    ['report my error', 'crash', /reported an error: no such tool/],
    ['answer wrongly', 'protocol', /tool_calls\[0\]\.name: .*expected string, received number/],
    ['print garbage for ever', 'protocol', /more than 64 MB or a million lines .*; print less/],
    ['print one endless line', 'protocol', /a line of more than 8 MB; keep large values out/],
  ])('that is asked to "%s" fails its own trial (%s) and no other', async (deed, kind, message) => {
    await using agent = commandAgent(misbehaving);
    const [before, bad, beside] = await Promise.all([
      agent.attempt(planOf('answer', { index: 1 }), NEVER),
      agent.attempt(planOf(deed, { index: 2 }), NEVER),
      agent.attempt(planOf('answer', { index: 3 }), NEVER),
    ]);
    const after = await agent.attempt(planOf('answer', { index: 4 }), NEVER);
    expect([before, beside, after].map(({ end }) => end.kind)).toEqual(['completed', 'completed', 'completed']);
    expect(failureOf(bad)).toMatchObject({ kind, message: expect.stringMatching(message) });
    expect(bad.retry).toBe(false);
  });

  test('that reports a fault of its surroundings makes an error worth another attempt', async () => {
    await using agent = commandAgent(misbehaving);
    const attempt = await agent.attempt(planOf('report a fault'), NEVER);
    expect(attempt).toMatchObject({ end: { kind: 'error', error: { class: 'provider' } }, retry: true });
    expect(failureOf(attempt).message).toContain('the model is overloaded');
  });

  test.concurrent.each([
    ['hang', /limits\.trial_timeout\)$/],
    ['hang after a note', /no answer: one line of JSON .*; last line: thinking$/],
    ['print json without id', /must repeat the id of its turn/],
  ])('that is asked to "%s" is ended when its time is up, with a hint', async (deed, hint) => {
    await using agent = commandAgent(misbehaving, { limits: { trial_timeout_ms: 3_000 } });
    const attempt = await agent.attempt(planOf(deed), NEVER);
    expect(failureOf(attempt)).toEqual({ kind: 'timeout', message: expect.stringMatching(hint) });
    expect(agent.survivors()).toEqual([]);
  });

  test.concurrent('that has answered before and is only out of time gets no advice on how to answer', async () => {
    await using agent = commandAgent(misbehaving, { limits: { trial_timeout_ms: 3_000 } });
    await agent.attempt(planOf('answer with noise', { index: 1 }), NEVER);
    const attempt = await agent.attempt(planOf('hang after a note', { index: 2 }), NEVER);
    expect(failureOf(attempt).message).toMatch(/limits\.trial_timeout\); last line: thinking$/);
  });

  test.concurrent('that is out of time and never printed anything is asked whether it flushes, and whether it is a worker', async () => {
    await using agent = commandAgent(['sleep', '3600'], { limits: { trial_timeout_ms: 300 } });
    const attempt = await agent.attempt(planOf('x'), NEVER);
    expect(failureOf(attempt)).toEqual({
      kind: 'timeout',
      message: expect.stringMatching(
        /did you flush stdout\?.*add "\{input\}" to agent\.command, or set mode: one-shot$/,
      ),
    });
    expect(agent.survivors()).toEqual([]);
  });

  test('that crashes in a later turn keeps the turns before', async () => {
    await using agent = commandAgent(misbehaving);
    const attempt = await agent.attempt(planOf(['answer', 'crash', 'answer']), NEVER);
    expect(attempt.trajectory.turns).toHaveLength(1);
    expect(failureOf(attempt).message).toContain('in turn 2 of 3');
  });

  test('that ends in good order after a trial is replaced without blame', async () => {
    await using agent = commandAgent(misbehaving);
    for (const index of [1, 2, 3]) {
      const { end } = await agent.attempt(planOf('answer and leave', { index }), NEVER);
      expect(end).toEqual({ kind: 'completed' });
    }
  });

  test('has the beginning and the end of a long stderr kept', async () => {
    await using agent = commandAgent(misbehaving);
    const { stderr } = (await agent.attempt(planOf('shout on stderr'), NEVER)).trajectory;
    expect(stderr).toMatch(/^first\ne+\n\[… \d+ bytes left out …\]\ne+\nlast words$/);
    expect(stderr.length).toBeLessThan(66_000);
  });

  test('is gone after close, and further attempts are cancelled', async () => {
    const agent = commandAgent(misbehaving);
    await agent.attempt(planOf('answer'), NEVER);
    expect(agent.survivors()).toHaveLength(1);
    await agent.close();
    await agent.close();
    expect(agent.survivors()).toEqual([]);
    expect((await agent.attempt(planOf('answer'), NEVER)).end).toMatchObject({
      kind: 'error',
      error: { class: 'cancelled' },
    });
  });

  test('is ended by close in the middle of a trial, which then counts as cancelled', async () => {
    const agent = commandAgent(misbehaving);
    await agent.attempt(planOf('answer'), NEVER);
    const hanging = agent.attempt(planOf('hang'), NEVER);
    await agent.close();
    expect((await hanging).end).toMatchObject({ kind: 'error', error: { class: 'cancelled' } });
    expect(agent.survivors()).toEqual([]);
  });
});

describe('aborting', () => {
  test('ends the trial as cancelled and the whole tree of a worker that does not listen', async () => {
    await using agent = commandAgent(run('grandchildren.py', 'hang'));
    const abort = new AbortController();
    const hanging = agent.attempt(planOf('x'), abort.signal);
    await expect.poll(() => agent.survivors().length, PATIENT).toBe(5);
    abort.abort();
    expect(await hanging).toMatchObject({ end: { kind: 'error', error: { class: 'cancelled' } }, retry: false });
    expect(agent.survivors()).toEqual([]);
  });

  test('before an attempt starts nothing', async () => {
    await using agent = commandAgent(misbehaving);
    const { end } = await agent.attempt(planOf('answer'), AbortSignal.abort());
    expect(end).toMatchObject({ kind: 'error', error: { class: 'cancelled' } });
    expect(agent.survivors()).toEqual([]);
  });
});

describe('a worker that announces more than one trial at once', () => {
  function shared(limits = {}) {
    const events = join(newFolder('agent'), 'events.jsonl');
    const agent = commandAgent(run('shared-worker.mjs'), { limits, options: { environment: { EVENTS: events } } });
    const heard = () =>
      readFileSync(events, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    return { agent, heard };
  }

  test('gets that many, is told of their end and asked to shut down', async () => {
    const { agent, heard } = shared();
    const plans = [1, 2, 3].map((index) => planOf('x', { index, context: { together: 3 } }));
    const attempts = await Promise.all(plans.map((plan) => agent.attempt(plan, NEVER)));
    expect(attempts.map(({ end }) => end.kind)).toEqual(['completed', 'completed', 'completed']);
    await agent.close();
    expect(new Set(heard().map(({ pid }) => pid)).size).toBe(1);
    expect(
      heard()
        .filter(({ type }) => type === 'end')
        .map(({ trial }) => trial),
    ).toEqual([1, 2, 3]);
    expect(heard().at(-1).type).toBe('shutdown');
  });

  test('keeps its other trials when one is out of time and it lets go of that one', async () => {
    const { agent, heard } = shared({ trial_timeout_ms: 4_000 });
    await agent.attempt(planOf('x', { index: 1 }), NEVER);
    const held = agent.attempt(planOf('x', { index: 2, context: { together: 2 } }), NEVER);
    const hung = agent.attempt(planOf('hang', { index: 3 }), NEVER);
    await expect.poll(() => heard().filter(({ type }) => type === 'turn').length, PATIENT).toBe(3);
    const freeing = agent.attempt(planOf('x', { index: 4 }), NEVER);
    expect((await Promise.all([held, freeing])).map(({ end }) => end.kind)).toEqual(['completed', 'completed']);
    expect((await hung).end).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } });
    await agent.close();
  });

  test('has the guilty one of several trials found when it crashes: each is played again on its own', async () => {
    const { agent, heard } = shared();
    await agent.attempt(planOf('x', { index: 1 }), NEVER);
    const innocent = agent.attempt(planOf('x', { index: 2, context: { together: 2 } }), NEVER);
    const guilty = agent.attempt(planOf('crash', { index: 3 }), NEVER);
    expect((await innocent).end).toEqual({ kind: 'completed' });
    expect((await guilty).end).toMatchObject({ kind: 'failed', failure: { kind: 'crash' } });
    const asked = heard().filter(({ type }) => type === 'turn');
    for (const id of ['a-case#2.1', 'a-case#3.1']) {
      expect(new Set(asked.filter((event) => event.id === id).map(({ pid }) => pid)).size).toBe(2);
    }
    await agent.close();
    expect(agent.survivors()).toEqual([]);
  });
});
