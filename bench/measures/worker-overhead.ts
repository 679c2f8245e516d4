import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Agent } from '#ports/ports.ts';
import { createCommandAgent } from '#runner/agents/command-agent.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import { milliseconds } from '../support/format.ts';
import { inTurn, lowerQuartiles, medianOver, medians, type Round } from '../support/in-turn.ts';
import { repeats } from '../support/repeats.ts';
import type { Row } from '../support/table.ts';

const FIXTURES = join(import.meta.dirname, '../../test/fixtures/agents');
const WORKER = [process.execPath, join(FIXTURES, 'echo-worker.mjs')];
const ONE_SHOT = [process.execPath, join(FIXTURES, 'echo-once.mjs')];
const INPUT = 'where is my order';
const signal = new AbortController().signal;

/** Trials measured in one stretch, and how often. */
const STRETCH = 50;
const STRETCHES = repeats(40);
const SPAWNS = repeats(40);

/**
 * P5: what the command agent costs a trial over the agent's own time: the same program asked by a bare loop and by us,
 * and a process per trial against bare spawns.
 */
export async function workerOverhead(): Promise<readonly Row[]> {
  const worker = await workers();
  const spawned = lowerQuartiles(await oneShots());
  return [
    row('worker, a trial', medianOver(worker), medians(worker), 'bare loop', 0.5),
    row('one-shot, a trial, lower quartile', spawned[1] - spawned[0], spawned, 'bare spawn', 5),
  ];
}

function row(figure: string, over: number, [bare, ours]: Round<number>, what: string, mark: number): Row {
  return {
    work: 'P5 command agent, over its own time',
    figure,
    measured: `+ ${milliseconds(over)}`,
    beside: `${milliseconds(ours)}, ${what} ${milliseconds(bare)}`,
    mark: `≤ ${mark} ms`,
    met: over <= mark,
  };
}

async function workers(): Promise<readonly Round<number>[]> {
  const bare = await bareWorker();
  const agent = commandAgent('worker');
  const ask = (index: number) => once(agent, index);
  // The first stretches are of code that is not compiled yet.
  const rounds = await inTurn(
    STRETCHES + WARM_UP,
    () => stretch(STRETCH, bare.ask),
    () => stretch(STRETCH, ask),
  );
  bare.end();
  await agent.close();
  return rounds.slice(WARM_UP);
}

const WARM_UP = 10;

async function oneShots(): Promise<readonly Round<number>[]> {
  const agent = commandAgent('one-shot');
  const rounds = await inTurn(
    SPAWNS,
    () => stretch(1, bareSpawn),
    () => stretch(1, (index) => once(agent, index)),
  );
  await agent.close();
  return rounds;
}

let trial = 0;

/** Milliseconds a trial. */
async function stretch(trials: number, ask: (index: number) => Promise<void>): Promise<number> {
  const begun = performance.now();
  for (let done = 0; done < trials; done += 1) await ask(++trial);
  return (performance.now() - begun) / trials;
}

function commandAgent(mode: 'worker' | 'one-shot'): Agent {
  const command = mode === 'worker' ? WORKER : ONE_SHOT;
  return createCommandAgent(
    { kind: 'command', command, mode, isolate: false, record: null, mcp: null, setup: [], env: {}, needs: [] },
    { trial_timeout_ms: 60_000, max_steps: null, max_tool_calls: null },
    { cwd: FIXTURES, environment: { PATH: process.env['PATH'] ?? '' }, recorder: null, gateway: null, user: null },
  );
}

async function once(agent: Agent, index: number): Promise<void> {
  const { end } = await agent.attempt(planOf(index), signal);
  if (end.kind !== 'completed') throw new Error(JSON.stringify(end));
}

async function bareWorker(): Promise<{ readonly ask: (index: number) => Promise<void>; readonly end: () => void }> {
  const child = spawn(WORKER[0] ?? '', WORKER.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async ask(index) {
      child.stdin.write(`${JSON.stringify(lineOf(index))}\n`);
      JSON.parse(String((await lines.next()).value));
    },
    end: () => child.kill(),
  };
}

async function bareSpawn(index: number): Promise<void> {
  const child = spawn(ONE_SHOT[0] ?? '', ONE_SHOT.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.resume();
  child.stdin.end(JSON.stringify(lineOf(index)));
  await new Promise((done) => child.once('close', done));
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
