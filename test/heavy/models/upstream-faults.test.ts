import { describe, expect, it } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { FAST_TIMERS } from '#test/support/fast-timers.ts';
import {
  BOTH_KINDS,
  BUILT_IN,
  endsOf,
  environmentOf,
  modelSuite,
  PROGRAM,
  runOnce,
} from '#test/support/model-suite.ts';
import { type ModelServer, startModelServer } from '#test/testing/providers/model-server.ts';
import { lastUser } from '#test/testing/providers/rules.ts';
import type { Fault, ModelScript } from '#test/testing/providers/script.ts';

const STREAMED = { context: { stream: true } };
const limits = { trial_timeout: '20m' };

/** By the id of the case that meets it: what goes wrong, and the class of the error that this is. */
const FAULTS: Readonly<Record<string, readonly [Fault, string]>> = {
  'answer-breaks-off': [{ kind: 'cut', after_chunks: 2 }, 'network'],
  'connection-is-reset': [{ kind: 'reset' }, 'network'],
  'error-in-a-stream': [{ kind: 'stream_error', type: 'server_error', message: 'overloaded' }, 'provider'],
  'status-500': [{ status: 500 }, 'provider'],
  'status-503': [{ status: 503 }, 'provider'],
  'status-429-for-ever': [{ status: 429, retry_after: 1000 }, 'rate_limit'],
};

describe.each(BOTH_KINDS)('%s', (_, agent) => {
  it('of which some trials meet a fault has errors of its class there, never failures, and loses no trial', async () => {
    const script: ModelScript = (request) => {
      const [, [fault = null] = []] = Object.entries(FAULTS).find(([id]) => lastUser(request).includes(id)) ?? [];
      return { text: 'all is well, they say', ...(fault !== null && { fault }) };
    };
    await using server = await startModelServer({ script });
    const ids = ['first', ...Object.keys(FAULTS), 'last'];
    const cases = Object.fromEntries(ids.map((id) => [id, STREAMED]));
    const run = await runOnce(modelSuite(agent, cases, { limits, concurrency: 2 }), server, [], FAST_TIMERS);
    const classes = Object.values(FAULTS).map(([, kind]) => `error: ${kind}`);
    expect(endsOf(run), run.stderr).toEqual(['passed', ...classes, 'passed']);
    expect(run.trials.map(({ tries }) => tries)).toEqual([1, ...classes.map(() => 3), 1]);
    expect(run.results?.complete).toBe(true);
    expect(run.stderr).toMatch(/the provider answered .*\d+ of \d+ calls with 503.* in round 1 of this change/);
  });
});

it('a run goes on with the rest when upstream is killed in the middle of a stream', async () => {
  let server: ModelServer | null = null;
  const script: ModelScript = (request) => {
    // The whole server dies with half of this answer out.
    if (lastUser(request).includes('bad')) setTimeout(() => void server?.close(), 20);
    const slow = request.stream ? { chunk_delay_ms: 20 } : { delay_ms: 10_000 };
    return { text: 'all is well and it goes on for a while', ...(lastUser(request).includes('bad') && slow) };
  };
  server = await startModelServer({ script });
  const cases = { one: STREAMED, bad: STREAMED, three: STREAMED };
  const run = await runOnce(modelSuite(PROGRAM, cases, { limits }), server, [], FAST_TIMERS);
  await server.close();
  expect(endsOf(run), run.stderr).toEqual(['passed', 'error: network', 'error: network']);
  expect(run.results?.cases.every(({ planned_trials, trials }) => trials.length === planned_trials)).toBe(true);
});

it('a provider that goes silent in some trials makes errors there and nowhere else', async () => {
  const script: ModelScript = (request) => {
    if (lastUser(request).includes('never-answers')) return { fault: { kind: 'hang' } };
    const stall = { fault: { kind: 'stall', after_chunks: 2 } } as const;
    return { text: 'all is well, they say', ...(lastUser(request).includes('never-ends') && stall) };
  };
  await using server = await startModelServer({ script });
  const ids = ['first', 'never-answers', 'never-ends', 'last'];
  const suite = modelSuite(PROGRAM, Object.fromEntries(ids.map((id) => [id, STREAMED])), {
    limits: { trial_timeout: '8s' },
    concurrency: 4,
  });
  const run = await runOnce(suite, server, [], FAST_TIMERS);
  expect(endsOf(run), run.stderr).toEqual(['passed', 'error: provider', 'error: provider', 'passed']);
  expect(run.trials[1]?.error?.message).toContain('did not answer a request');
});

it('a minute of 503 loses no trial, and no answer is asked for twice', async () => {
  let until = Number.POSITIVE_INFINITY;
  const script: ModelScript = () => {
    // The timers of the run are fifty times as fast.
    until = Math.min(until, performance.now() + 60_000 / 50);
    return performance.now() < until ? { fault: { status: 503 } } : { text: 'all is well' };
  };
  await using server = await startModelServer({ script });
  const suite = modelSuite(BUILT_IN, ['one', 'two', 'three'], { limits, concurrency: 2, trials: 2 });
  const run = await runOnce(suite, server, [], FAST_TIMERS);
  expect(endsOf(run), run.stderr).toEqual(Array(6).fill('passed'));
  expect(server.billed).toBe(6);
  expect(server.requests.length, 'it was refused, and tried again').toBeGreaterThan(6);
});

it('an answer that comes in drops is waited for, as long as they come', async () => {
  const text = `all is well ${'and so on '.repeat(25)}`;
  await using server = await startModelServer({ script: () => ({ text, chunk_delay_ms: 400 }) });
  const suite = modelSuite(PROGRAM, { one: STREAMED }, { limits: { trial_timeout: '10s' } });
  const started = performance.now();
  const run = await runOnce(suite, server);
  expect(performance.now() - started, 'longer than a provider may be silent').toBeGreaterThan(5000);
  expect(endsOf(run), run.stderr).toEqual(['passed']);
});

it.each([
  ['a built-in agent, an answer that does not come', BUILT_IN, { kind: 'hang' }],
  ['a recorded program, a host that asks for patience', PROGRAM, { status: 429, retry_after: 100 }],
] as const)('a run that waits for a model can be interrupted: %s', async (_, agent, fault) => {
  const asked = Promise.withResolvers<void>();
  const script: ModelScript = (request) => {
    if (!lastUser(request).includes('bad')) return { text: 'all is well' };
    asked.resolve();
    return { fault };
  };
  await using server = await startModelServer({ script });
  await using folder = await folderWith(modelSuite(agent, ['one', 'bad', 'three']));
  const signal = { name: 'SIGINT', when: asked.promise } as const;
  const result = await folder.cli(['run'], { env: environmentOf(server), signal });
  expect(result.exitCode, result.stderr).toBe(130);
  expect(result.survivors).toEqual([]);
  const results = await folder.results();
  expect(results).toMatchObject({ complete: false, stop: { reason: 'cancelled' } });
  expect(results.cases[0]?.trials[0]?.outcome).toBe('passed');
});
