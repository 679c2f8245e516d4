import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '#test/runner/agents/http/support.ts';
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
import { runCli } from '#test/support/run-cli.ts';
import { createRepository } from '#test/testing/github/workspace.ts';
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
    await using server = await startModelServer(script);
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

it("what a provider left unanswered stays with the results of its side, of a server's agent too: compare says what the run said", async () => {
  const port = await freePort();
  const agent = { http: { url: `http://127.0.0.1:${port}/`, start: [process.execPath, 'server.mjs'] }, record: true };
  const files = {
    ...modelSuite(agent, ['one', 'two', 'three'], { trials: { min: 3, max: 5 }, gate: {} }),
    'server.mjs': serverOn(port),
    'ask.txt': 'say that all is well',
  };
  const asked = { here: 0, main: 0 };
  const script: ModelScript = (request) => {
    const side = lastUser(request).includes('anything') ? 'here' : 'main';
    if (side === 'here' || asked.here > 0) asked[side] += 1;
    // Every second request of the change, and then as many of main's: they are answered when they are sent again.
    if (asked[side] <= 12 && asked[side] % 2 === 1) return { fault: { status: 503 } };
    return { text: side === 'here' ? 'who knows' : 'all is well' };
  };
  await using server = await startModelServer(script);
  await using repository = await createRepository(files);
  await repository.branch('feature');
  await writeFile(join(repository.path, 'ask.txt'), 'say anything');
  const env = { ...environmentOf(server), ...FAST_TIMERS };
  const run = await runCli(repository.path, ['run', '--against', 'main'], { env });
  const said = (side: string) => new RegExp(`the provider answered .*\\d of \\d.* in rounds? .* of ${side}`);
  expect(run.stdout, run.stderr).toMatch(said('this change'));
  expect(run.stdout).toMatch(said('the base commit'));
  const at = (name: string) => `agent-eval-results/${name}.json`;
  const [main = ''] = globSync('agent-eval-baselines/**/results.json', { cwd: repository.path });
  const words = ['compare', '--baseline', main, '--candidate', at('results'), '--confirmation', at('confirmation')];
  const compared = await runCli(repository.path, words);
  expect(compared.stdout, compared.stderr).toMatch(said('this change'));
  expect(compared.stdout).toMatch(said('the base commit'));
});

/** An agent that is a server: it asks its model what `ask.txt` says of the input. */
function serverOn(port: number): string {
  return `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (body === '') return response.end();
  const { input, base_urls } = JSON.parse(body);
  const content = readFileSync('ask.txt', 'utf8') + ': ' + input;
  const asked = await fetch(base_urls.openai + '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer none' },
    body: JSON.stringify({ model: 'small', messages: [{ role: 'user', content }] }),
  });
  const answer = await asked.json();
  const output = asked.ok ? answer.choices[0].message.content : 'no answer';
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ output }));
}).listen(${port}, '127.0.0.1');
`;
}

it('a run goes on with the rest when upstream is killed in the middle of a stream', async () => {
  let server: ModelServer | null = null;
  const script: ModelScript = (request) => {
    // The whole server dies with half of this answer out.
    if (lastUser(request).includes('bad')) setTimeout(() => void server?.close(), 20);
    const slow = request.stream ? { chunk_delay_ms: 20 } : { delay_ms: 10_000 };
    return { text: 'all is well and it goes on for a while', ...(lastUser(request).includes('bad') && slow) };
  };
  server = await startModelServer(script);
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
  await using server = await startModelServer(script);
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
  await using server = await startModelServer(script);
  const suite = modelSuite(BUILT_IN, ['one', 'two', 'three'], { limits, concurrency: 2, trials: 2 });
  const run = await runOnce(suite, server, [], FAST_TIMERS);
  expect(endsOf(run), run.stderr).toEqual(Array(6).fill('passed'));
  expect(server.billed).toBe(6);
  expect(server.requests.length, 'it was refused, and tried again').toBeGreaterThan(6);
});

it('an answer that comes in drops is waited for, as long as they come', async () => {
  const text = `all is well ${'and so on '.repeat(25)}`;
  await using server = await startModelServer(() => ({ text, chunk_delay_ms: 400 }));
  const suite = modelSuite(PROGRAM, { one: STREAMED }, { limits: { trial_timeout: '10s' } });
  const started = performance.now();
  const run = await runOnce(suite, server);
  expect(performance.now() - started, 'longer than a provider may be silent').toBeGreaterThan(5000);
  expect(endsOf(run), run.stderr).toEqual(['passed']);
});

it.each([
  ['a built-in agent, an answer that does not come', BUILT_IN, { kind: 'hang' }],
  ['a recorded program, a host that asks for patience', PROGRAM, { status: 429, retry_after: 100 }],
] as const)('a run that waits for a model is interrupted, and its incident is kept: %s', async (_, agent, fault) => {
  const asked = Promise.withResolvers<void>();
  let refuses = true;
  let waits = true;
  const script: ModelScript = (request) => {
    if (lastUser(request).includes('bad') && waits) {
      asked.resolve();
      return { fault };
    }
    if (!refuses) return { text: 'all is well' };
    refuses = false;
    return { fault: { status: 503 } };
  };
  await using server = await startModelServer(script);
  await using folder = await folderWith(modelSuite(agent, ['one', 'bad', 'three']));
  const signal = { name: 'SIGINT', when: asked.promise } as const;
  const result = await folder.cli(['run'], { env: environmentOf(server), signal });
  expect(result).toExit(130);
  expect(result.survivors).toEqual([]);
  const results = await folder.results();
  expect(results).toMatchObject({ complete: false, stop: { reason: 'cancelled' } });
  expect(results.cases[0]?.trials[0]?.outcome).toBe('passed');
  waits = false;
  const resumed = await folder.cli(['run', '--resume'], { env: environmentOf(server) });
  expect(resumed.stdout, resumed.stderr).toMatch(
    /the provider answered (?:1 of 2 calls with 429, )?1 of \d (?:calls )?only when they were sent again in round 1 of /,
  );
});
