import { expect, test } from 'vitest';
import type { BudgetCaps } from '#ports/ports.ts';
import { type ExplainPorts, explainLines } from '#runner/lines/explain-lines.ts';
import { createBudget, NO_CAPS } from '#runner/trials/budget.ts';
import { pairedCase } from '#test/gate/decision/evidence-of.ts';
import { caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';

const USAGE = { input_tokens: 90, output_tokens: 10, total_tokens: 100, cost_usd: 0.01, estimated: false };

interface Played {
  readonly caps?: Partial<BudgetCaps>;
  /** Lines that the change breaks, and that are all that it changes. */
  readonly lines?: number;
  readonly concurrency?: number;
  readonly cases?: readonly string[];
  /** What a trial of the search costs; absent: nothing. */
  readonly usd?: number;
  /** Whether a trial of a case passes, by the lines of its version that are main's. */
  readonly passes: (id: string, mains: readonly number[], trial: number) => boolean;
}

/** Searches a change of one file, each of whose lines differs. */
async function play({ caps = {}, lines = 8, concurrency = 4, cases = ['a'], usd = 0, passes }: Played) {
  const text = (side: string) => Array.from({ length: lines }, (_, at) => `${side} ${at}\n\n`).join('');
  const runs: { readonly id: string; readonly from: number; readonly to: number }[] = [];
  const notes: string[] = [];
  let [now, atOnce, versions] = [0, 0, 0];
  const budget = createBudget({ ...NO_CAPS, ...caps }, { monotonic: () => 0 });
  for (let trial = 0; trial < 10; trial += 1) budget.startTrial();
  budget.spend({ ...USAGE, total_tokens: 1_000, cost_usd: 0.1 });
  const ports: ExplainPorts = {
    versions: {
      read: async () => ({ files: [{ path: 'prompt.md', base: text('main'), head: text('here') }] }),
      async run(files, order) {
        const asked = [...order.to].map(([id, to]) => ({ id, from: order.from.get(id) ?? 0, to }));
        runs.push(...asked);
        versions += 1;
        now += 1;
        atOnce = Math.max(atOnce, now);
        await Promise.resolve();
        now -= 1;
        budget.spend({ ...USAGE, cost_usd: usd * asked.reduce((sum, { from, to }) => sum + to - from, 0) });
        const mains = (files.get('prompt.md') ?? '')
          .split('\n')
          .flatMap((line) => /^main (\d+)$/.exec(line)?.[1] ?? []);
        const records = asked.map(({ id, from, to }) => {
          const facts = Array.from({ length: to - from }, (_, at) => ({
            outcome: passes(id, mains.map(Number), from + at) ? ('passed' as const) : ('failed' as const),
          }));
          return caseRecord(id, { trials: trialRecords(facts) });
        });
        return { results: resultsFile(records) };
      },
    },
    agent: {
      prompt: ['prompt.md'],
      tools: [],
      config: 'agent-eval.yml',
      is_program: true,
      others: new Set(),
      isIgnored: () => false,
      seen: (_, text) => text,
    },
    concurrency,
    budget,
    progress: { note: (sentence) => notes.push(sentence) },
    signal: new AbortController().signal,
  };
  const trials = outcomes(0, 10).map((trial) => ({ ...trial, duration_ms: 1_000, usage: USAGE }));
  const found = await explainLines(
    {
      results: resultsFile(cases.map((id) => caseRecord(id, { trials }))),
      sides: cases.map((id) => pairedCase(id, 'ffffffffff', [10, 10])),
    },
    60,
    ports,
  );
  return { found, runs, notes, versions, at_once: atOnce };
}

const undecided = (_: string, __: readonly number[], trial: number) => trial % 2 === 0;

test('a search ends after 60 trials, and all searches of a run after 100', async () => {
  const { found, notes } = await play({ passes: undecided });
  expect(found).toMatchObject([{ outcome: 'used_up', trials: 60 }]);
  expect(notes).toEqual([
    'Which line? 8 changed parts. About 32 trials of a, at most 60: $0.32, at most $0.60; about 5 versions, each with its own agent.setup',
  ]);
  const two = await play({
    cases: ['a', 'b'],
    passes: (id, mains, trial) =>
      id === 'a' ? mains.includes(3) : mains.length < 2 ? false : undecided(id, mains, trial),
  });
  expect(two.found.map(({ case: id, outcome }) => [id, outcome])).toEqual([
    ['a', 'named'],
    ['b', 'used_up'],
  ]);
  expect(two.runs.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThanOrEqual(100);
});

test.each<readonly [string, Partial<BudgetCaps>, Partial<BudgetCaps>]>([
  ['max-trials', { max_trials: 29 }, { max_trials: 30 }],
  ['max-cost-usd', { max_cost_usd: 0.29 }, { max_cost_usd: 0.3 }],
  ['max-tokens', { max_tokens: 2_999 }, { max_tokens: 3_000 }],
  ['max-duration', { max_duration_ms: 19_999 }, { max_duration_ms: 20_000 }],
])(
  '%s that leaves fewer than 20 trials begins no search, and one that leaves 20 ends it there',
  async (cap, few, enough) => {
    const refused = await play({ caps: few, passes: undecided });
    expect(refused.found).toMatchObject([
      { outcome: 'not_searched', reason: `${cap} leaves room for 19 trials, and 20 are needed` },
    ]);
    expect(refused.runs).toEqual([]);
    const ended = await play({ caps: enough, passes: undecided });
    expect(ended.found).toMatchObject([{ outcome: 'used_up', trials: 20 }]);
  },
);

test('a cap that ends earlier than expected ends the search, and no version counts as not loading', async () => {
  const { found, runs } = await play({
    usd: 0.1,
    caps: { max_cost_usd: 0.65 },
    passes: (_, mains) => mains.includes(3),
  });
  expect(found).toMatchObject([{ outcome: 'used_up', lines: [], unloaded: 0 }]);
  expect(found[0]?.cost_usd).toBeCloseTo(0.6);
  expect(runs).toHaveLength(3);
});

test('of more than 40 parts the named group is searched again, and no trial is made twice', async () => {
  const { found, runs } = await play({ lines: 60, passes: (_, mains) => mains.includes(5) });
  expect(found).toMatchObject([{ outcome: 'named', lines: [{ path: 'prompt.md', first: 11, last: 11, changes: 1 }] }]);
  expect(found[0]?.trials).toBeLessThanOrEqual(60);
  const trials = runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
  expect(trials).toEqual([...trials.keys()]);
});

test('both sides of a look run at once, or in turns where the agent can not', async () => {
  const passes: Played['passes'] = (_, mains) => mains.includes(3);
  expect((await play({ passes })).at_once).toBe(2);
  expect((await play({ passes, concurrency: 1 })).at_once).toBe(1);
});

test('cases that the named line mends too are named with it, tried in the same versions and without searches of their own', async () => {
  const passes: Played['passes'] = (id, mains) => id !== 'no' && mains.includes(3);
  const [two, four] = [await play({ cases: ['a', 'b'], passes }), await play({ cases: ['a', 'b', 'c', 'd'], passes })];
  expect(two.found).toMatchObject([{ case: 'a', outcome: 'named', also: ['b'] }]);
  expect(four.found).toMatchObject([{ case: 'a', outcome: 'named', also: ['b', 'c', 'd'] }]);
  expect(four.versions).toBe(two.versions);
  const { found } = await play({ cases: ['a', 'no', 'b'], passes });
  expect(found[0]).toMatchObject({ case: 'a', also: ['b'] });
});
