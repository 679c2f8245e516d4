import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createCommandAgent } from '#adapters/agents/command-agent.ts';
import type { Agent } from '#application/ports.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';

/**
 * What the command agent costs a trial over the agent's own time: the same program asked by a bare loop and by us, and
 * a process per trial against bare spawns. `node bench/worker-overhead.ts [trials]`.
 */
const FIXTURES = resolve(import.meta.dirname, '../test/fixtures/agents');
const WORKER = [process.execPath, join(FIXTURES, 'echo-worker.mjs')];
const ONE_SHOT = [process.execPath, join(FIXTURES, 'echo-once.mjs')];
const INPUT = 'where is my order';
const trials = Number(process.argv[2] ?? '1000');
const signal = new AbortController().signal;

const rows: [string, number][] = [];
const bare = await bareWorker(trials);
rows.push([`bare loop, 1 worker, ${trials} trials`, bare]);
for (const concurrency of [1, 2, 8]) {
  const ours = await agentTime('worker', trials, concurrency);
  rows.push([`worker mode, concurrency ${concurrency}, ${trials} trials`, ours]);
  if (concurrency === 1) rows.push(['  over the bare loop', ours - bare]);
}
const few = Math.max(20, Math.round(trials / 20));
const spawned = await bareSpawns(few);
const oneShot = await agentTime('one-shot', few, 1);
rows.push(
  [`bare spawn, ${few} trials`, spawned],
  [`one-shot mode, ${few} trials`, oneShot],
  ['  over the bare spawn', oneShot - spawned],
);
for (const [name, ms] of rows) console.log(`${name.padEnd(40)} ${ms.toFixed(3)} ms a trial`);
console.log(`peak memory of this process              ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

async function agentTime(mode: 'worker' | 'one-shot', count: number, concurrency: number): Promise<number> {
  const agent = createCommandAgent(
    {
      kind: 'command',
      command: mode === 'worker' ? WORKER : ONE_SHOT,
      mode,
      record: null,
      setup: [],
      env: {},
      needs: [],
    },
    { trial_timeout_ms: 60_000, max_steps: null, max_tool_calls: null },
    { cwd: FIXTURES, environment: { PATH: process.env['PATH'] ?? '' }, recorder: null, gateway: null, user: null },
  );
  if (mode === 'worker') await Promise.all(Array.from({ length: concurrency }, (_, at) => once(agent, -at)));
  const started = performance.now();
  let next = 1;
  const lane = async () => {
    while (next <= count) await once(agent, next++);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const time = (performance.now() - started) / count;
  await agent.close();
  return time;
}

async function once(agent: Agent, index: number): Promise<void> {
  const { end } = await agent.attempt(planOf(index), signal);
  if (end.kind !== 'completed') throw new Error(JSON.stringify(end));
}

async function bareWorker(count: number): Promise<number> {
  const child = spawn(WORKER[0] ?? '', WORKER.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const ask = async (index: number) => {
    child.stdin.write(`${JSON.stringify(lineOf(index))}\n`);
    JSON.parse(String((await lines.next()).value));
  };
  await ask(0);
  const started = performance.now();
  for (let index = 1; index <= count; index += 1) await ask(index);
  const time = (performance.now() - started) / count;
  child.kill();
  return time;
}

async function bareSpawns(count: number): Promise<number> {
  const started = performance.now();
  for (let index = 1; index <= count; index += 1) {
    await new Promise((done) => {
      const child = spawn(ONE_SHOT[0] ?? '', ONE_SHOT.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdout.resume();
      child.once('close', done);
      child.stdin.end(JSON.stringify(lineOf(index)));
    });
  }
  return (performance.now() - started) / count;
}

function lineOf(index: number): object {
  return { id: `c#${index}.1`, input: INPUT, context: {}, messages: [{ role: 'user', content: INPUT }], session: null };
}

function planOf(index: number): TrialPlan {
  return {
    case: {
      id: 'c',
      name: null,
      tags: [],
      metadata: {},
      context: {},
      history: [],
      simulated_user: null,
      mocks: {},
      turns: [{ input: INPUT, expect: null }],
      expect: {},
      trials: null,
      source: { file: 'c.yml', line: 1 },
    },
    index,
    seed: 1,
  };
}
