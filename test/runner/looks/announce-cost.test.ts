import { expect, test } from 'vitest';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { Agent, BudgetCaps } from '#ports/ports.ts';
import { announceCost, trialsRange } from '#runner/run-candidate.ts';
import { caseRecord, resultsFile, trialRecord } from '#test/support/results.ts';
import type { Looks } from '#trials/trial/looks.ts';
import { agentOf, portsOf } from '../in-memory.ts';
import { orderOf, STOPS } from '../look-run.ts';

const NONE: BaselineLookup = { kind: 'none', reason: 'first run', notes: [] };

/** What is said of a run of two cases. */
function announced(
  looks: Looks,
  {
    agent = {},
    caps = {},
    baseline = NONE,
  }: { agent?: Partial<Agent>; caps?: Partial<BudgetCaps>; baseline?: BaselineLookup },
): readonly string[] {
  const lines: string[] = [];
  const ports = portsOf({ ...agentOf(() => []), ...agent }, {}, caps);
  const progress = {
    ...ports.progress,
    note: (text: string) => lines.push(text),
    warn: (text: string) => lines.push(`warning: ${text}`),
  };
  announceCost(trialsRange(orderOf({ looks, own: [null, null] }, STOPS), new Map()), baseline, { ...ports, progress });
  return lines;
}

function costing(total_tokens: number, cost_usd: number): BaselineLookup {
  const results = resultsFile([caseRecord('c1', { trials: [trialRecord({ total_tokens, cost_usd })] })]);
  return {
    kind: 'found',
    runs: [{ results, sha: null, url: null, place: null }],
    target_sha: null,
    choice: 'main',
    notes: [],
  };
}

test('a run that looks several times tells what it costs at least and at most', () => {
  expect(announced([3, 5, 10], { baseline: costing(1000, 0.05) })).toEqual([
    'Estimate from the baseline: 6 to 20 trials, about 6,000 to 20,000 tokens, about $0.30 to $1.00',
  ]);
  expect(announced([5], { baseline: costing(1000, 0.05) })).toEqual([
    'Estimate from the baseline: 10 trials, about 10,000 tokens, about $0.50',
  ]);
});

test('a run under a cap tells what it knows of its cost, and which cap it is over', () => {
  expect(announced([5], { caps: { max_trials: 9 } })).toEqual([
    'No cost estimate: there is no baseline with token counts',
    'warning: The estimate is over max-trials: the run will stop there, before all trials have run',
  ]);
});

test('a cap that the first look is over will end the run, one that only the last look is over may', () => {
  expect(announced([3, 10], { baseline: costing(1000, 1), caps: { max_tokens: 5000, max_cost_usd: 15 } })).toEqual([
    expect.stringMatching(/^Estimate/),
    'warning: The estimate is over max-tokens: the run will stop there, before all trials have run',
    'warning: If the run needs every trial that it may make, it is over max-cost-usd: it may stop there, before all trials have run',
  ]);
});

test.each([
  ['imported', { source: 'imported', available_trials: 3 }],
  ['replayed', { source: 'live', available_trials: 3 }],
] as const)('stored trials (%s) have no price', (_, agent) => {
  expect(announced([1], { agent, caps: { max_trials: 1 } })).toEqual([]);
});
