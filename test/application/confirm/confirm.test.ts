import { describe, expect, test } from 'vitest';
import { type ConfirmRequest, confirmFailure } from '#application/confirm/confirm.ts';
import {
  type Agent,
  AgentUnavailableError,
  type BaseCommit,
  type BaseOrder,
  type BudgetCaps,
} from '#application/ports.ts';
import { collectResults } from '#application/results/collect-results.ts';
import { type ExecutionPorts, executeSuite } from '#application/trials/execute-suite.ts';
import { executionOptions } from '#application/trials/execution-options.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import { planTrial, planTrials } from '#domain/trial/plan-trials.ts';
import { trialList } from '#domain/trial/trial-schedule.ts';
import { agentOf, portsOf, suiteOf, turnRecord } from '../in-memory.ts';

const SHA = 'a'.repeat(40);
const SEEDS = { tree: 'tested', side: 'candidate' } as const;

describe('a failure', () => {
  test('is tried on main when the broken cases are topped up and the agent of the candidate is gone', async () => {
    const { request, ports, story } = await failedRun();
    const { candidate, confirmation, notes } = await confirmFailure(request, ports);
    expect(story).toEqual([
      'Topping up 1 broken case: 8 further trials',
      ...[3, 4, 5, 6, 7, 8, 9, 10].map((index) => `one#${index}`),
      'closed',
      'Confirming on aaaaaaa: 10 trials of each of 2 cases',
      `main of ${SHA}: one 10, two 10`,
    ]);
    expect(confirmation).toEqual({ kind: 'done', results: request.candidate, required: false });
    expect(notes).toEqual([]);
    expect(candidate.cases.map(({ planned_trials, trials }) => [planned_trials, trials.length])).toEqual([
      [2, 10],
      [2, 2],
    ]);
  });

  test('is topped up with the seeds that a longer plan would have had', async () => {
    const { request, ports } = await failedRun();
    const [evalCase] = (await confirmFailure(request, ports)).candidate.cases;
    const [planned] = request.suite.cases;
    if (planned === undefined) expect.fail('no case');
    const seeds = Array.from({ length: 10 }, (_, position) => planTrial(planned, position + 1, SEEDS).seed);
    expect(evalCase?.trials.map(({ seed }) => seed)).toEqual(seeds);
  });

  test('is topped up with no more trials than are stored', async () => {
    const { request, ports } = await failedRun();
    const { candidate } = await confirmFailure(request, { ...ports, agent: { ...ports.agent, available_trials: 4 } });
    expect(candidate.cases.map(({ trials }) => trials.length)).toEqual([4, 2]);
  });

  test('keeps what the plan of the candidate gave', async () => {
    const { request, ports } = await failedRun();
    const { candidate } = await confirmFailure(request, ports);
    const planned = candidate.cases.map((evalCase) => ({
      ...evalCase,
      trials: evalCase.trials.filter(({ index }) => index <= evalCase.planned_trials),
    }));
    expect({ ...candidate, cases: planned }).toEqual(request.candidate);
  });

  test('runs no trial again that is there already', async () => {
    const { request, ports, story } = await failedRun();
    const { candidate } = await confirmFailure(request, ports);
    story.length = 0;
    const again = await confirmFailure({ ...request, candidate }, ports);
    expect(story.filter((line) => line.includes('#'))).toEqual([]);
    expect(again.candidate).toEqual(candidate);
  });
});

describe('main that can not be asked is unknown, and the reason is kept', () => {
  test.each([true, false])('the base can not be run; required: %s', async (required) => {
    const { request, ports } = await failedRun({ base: { run: async () => ({ problem: 'its setup fails' }) } });
    const { candidate, confirmation } = await confirmFailure({ ...request, required }, ports);
    expect(confirmation).toEqual({ kind: 'unavailable', reason: 'its setup fails', required });
    expect(candidate.cases[0]?.trials).toHaveLength(10);
  });

  test('the base throws', async () => {
    const { request, ports } = await failedRun({ base: { run: () => Promise.reject(new Error('boom')) } });
    expect((await confirmFailure(request, ports)).confirmation).toMatchObject({
      kind: 'unavailable',
      reason: 'running it failed: Error: boom',
    });
  });

  test.each<[string, Partial<ConfirmRequest>, Partial<BudgetCaps>, RegExp]>([
    ['nobody knows the commit', { base_sha: null }, {}, /^the base commit of this change is not known$/],
    ['no room', {}, { max_trials: 31 }, /^max-trials 31 leaves no room for 28 further trials$/],
    ['no time', {}, { max_duration_ms: 0 }, /^the budget is exhausted: max-duration 0 ms is reached$/],
  ])('%s: then nothing is run and nothing is paid for', async (_, change, caps, reason) => {
    const { request, ports, story } = await failedRun({ caps });
    const { candidate, confirmation } = await confirmFailure({ ...request, ...change }, ports);
    expect(confirmation).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(reason) });
    expect(candidate).toEqual(request.candidate);
    expect(story.filter((line) => !line.startsWith('Not confirmed'))).toEqual(['closed']);
  });

  test('the agent is recorded: nothing is run on either side', async () => {
    const { request, ports, story } = await failedRun();
    const { candidate, confirmation } = await confirmFailure(request, {
      ...ports,
      agent: { ...ports.agent, source: 'imported' },
    });
    expect(confirmation).toMatchObject({
      kind: 'unavailable',
      reason: 'the agent is recorded, so there is nothing to run',
    });
    expect(candidate).toEqual(request.candidate);
    expect(story.join()).not.toMatch(/#|main of/);
  });

  test('exactly enough room is enough', async () => {
    const { request, ports } = await failedRun({ caps: { max_trials: 32 } });
    expect((await confirmFailure(request, ports)).confirmation.kind).toBe('done');
  });

  test('the run is cancelled while the candidate is topped up', async () => {
    const stop = new AbortController();
    const { request, ports, story } = await failedRun({ attempted: () => stop.abort(), signal: stop.signal });
    const { confirmation, notes } = await confirmFailure(request, ports);
    expect(confirmation).toMatchObject({ kind: 'unavailable', reason: 'the run was cancelled' });
    expect(notes).toEqual([
      expect.stringMatching(/^\d of 8 further trials of the broken cases were run: the run was cancelled$/),
    ]);
    expect(story).toContain('closed');
    expect(story.join()).not.toContain('main of');
  });
});

test('an agent of the candidate that is gone meanwhile is told of, and main is asked all the same', async () => {
  const { request, ports } = await failedRun({
    attempted: ({ index }) => {
      if (index > 4) throw new AgentUnavailableError('the program is gone', '', 1);
    },
  });
  const { candidate, confirmation, notes } = await confirmFailure(request, ports);
  expect(confirmation.kind).toBe('done');
  expect(candidate.cases[0]?.trials).toHaveLength(4);
  expect(notes).toEqual(['2 of 8 further trials of the broken cases were run: the program is gone']);
});

interface Given {
  readonly base?: BaseCommit;
  readonly caps?: Partial<BudgetCaps>;
  readonly signal?: AbortSignal;
  /** Called before each trial that tops up. */
  readonly attempted?: (plan: TrialPlan) => void;
}

/** A run of two cases with two trials each, of which the first case is broken, and what happens from then on. */
async function failedRun({ base, caps = {}, signal, attempted = () => {} }: Given = {}) {
  const suite = await suiteOf(
    ['one', 'two'].map((id) => ({ id, input: id, expect: { response: { contains: ['x'] } } })),
  );
  const story: string[] = [];
  let over = false;
  const live = agentOf(() => [turnRecord()]);
  const agent: Agent = {
    ...live,
    attempt: (plan, abort) => {
      if (over) attempted(plan);
      story.push(`${plan.case.id}#${plan.index}`);
      return live.attempt(plan, abort);
    },
    close: async () => void story.push('closed'),
  };
  const inMemory = portsOf(agent, {}, caps);
  const ports: ExecutionPorts & Pick<typeof inMemory, 'traces'> = {
    ...inMemory,
    progress: { ...inMemory.progress, note: (message) => void story.push(message) },
    signal: signal ?? inMemory.signal,
  };
  const plans = planTrials(suite.cases, 2, SEEDS);
  const execution = await executeSuite(trialList(plans, [2]), ports, { ...executionOptions(suite, 1), concurrency: 1 });
  const planned = new Map(suite.cases.map(({ id }) => [id, 2]));
  const candidate: ResultsFile = collectResults(
    suite,
    execution,
    { looks: [2], look: 2, planned, appended: false, baseline_runs: [], epoch: null },
    {
      tool: { name: 'agent-eval-action', version: '0.0.0' },
      repository: null,
      commit: { sha: 'tested', ref: null, head_sha: null, base_sha: null, pull_request: null },
      run: { id: null, attempt: 1, event: null, workflow: null, key: null, side: 'candidate' },
    },
    { created_at: '2026-01-01T00:00:00.000Z', finished_at: '2026-01-01T00:00:00.000Z' },
  );
  story.length = 0;
  over = true;
  const request: ConfirmRequest = {
    plan: {
      base: new Map([
        ['one', 10],
        ['two', 10],
      ]),
      top_up: new Map([['one', 10]]),
    },
    suite: { ...suite, config: { ...suite.config, concurrency: 1 } },
    candidate,
    base_sha: SHA,
    earlier: null,
    trials: new Map(),
    required: false,
  };
  const answering: BaseCommit = {
    async run({ sha, trials }: BaseOrder) {
      story.push(`main of ${sha}: ${[...trials].map(([id, count]) => `${id} ${count}`).join(', ')}`);
      return { results: candidate };
    },
  };
  return { request, ports: { ...ports, base: base ?? answering }, story };
}
