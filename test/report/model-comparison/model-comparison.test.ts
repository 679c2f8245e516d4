import { describe, expect, test } from 'vitest';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { type AgentRun, compareAgents } from '#report/model-comparison/compare-agents.ts';
import type { ModelComparison } from '#report/model-comparison/model-comparison.ts';
import { renderComparisonMarkdown } from '#report/model-comparison/render-markdown.ts';
import { renderComparisonTerminal } from '#report/model-comparison/render-terminal.ts';
import {
  caseRecord,
  outcomes,
  resultsFile,
  type TrialFacts,
  trialRecord,
  trialRecords,
} from '#test/support/results.ts';

describe('the row of an agent', () => {
  test('shows what a passed trial cost: all judged trials are paid for', () => {
    const cases = [caseRecord('one', { trials: paid(4, ['passed', 'failed', 'failed', 'passed']) })];
    const [row] = compareAgents([run('a', cases), run('b', cases)], 4, []).agents;
    expect(row).toMatchObject({ scored: 4, passed: 2, pass_rate: 0.5, cost_usd: 4, cost_per_pass_usd: 8 });
  });

  test('has no cost per passed trial if none passed, or one has no known cost', () => {
    const none = [caseRecord('one', { trials: paid(4, ['failed', 'failed']) })];
    const unknown = [
      caseRecord('one', { trials: [...paid(4, ['passed']), trialRecord({ index: 2, cost_usd: null })] }),
    ];
    const { agents } = compareAgents([run('a', none), run('b', unknown)], 2, []);
    expect(agents.map((row) => row.cost_per_pass_usd)).toEqual([null, null]);
    expect(renderComparisonTerminal(compareAgents([run('a', none), run('b', none)], 2, []), PLAIN)).toContain(
      'none passed',
    );
  });

  test('counts a trial that broke off before it could say its cost like the others', () => {
    const crashed = trialRecord({ index: 3, outcome: 'failed', completed: false, cost_usd: null });
    const cases = [caseRecord('one', { trials: [...paid(3, ['passed', 'passed']), crashed] })];
    expect(compareAgents([run('a', cases), run('b', cases)], 3, []).agents[0]?.cost_per_pass_usd).toBe(4.5);
  });

  test('leaves unknown columns out, and marks single unknown values', () => {
    const cases = [caseRecord('one', { trials: outcomes(2) })];
    const bare = renderComparisonTerminal(compareAgents([run('a', cases), run('b', cases)], 2, []), PLAIN);
    expect(bare).not.toContain('cost per trial');
    const priced = [caseRecord('one', { trials: paid(1, ['passed', 'passed']) })];
    const mixed = renderComparisonTerminal(compareAgents([run('a', cases), run('b', priced)], 2, []), PLAIN);
    expect(mixed).toMatch(/^a .* –\s+–$/m);
  });
});

describe('the decision on two agents', () => {
  const good = cases(10, 10, 0);
  const bad = cases(10, 4, 6);

  test('says by how much the better one passes more, whichever was asked for first', () => {
    expect(words([run('a', bad), run('b', good)])).toEqual([
      expect.stringMatching(/^b passes more than a: 60 points \(95 %: 46\.8 to 73\.2; p < 0\.001\)$/),
    ]);
    expect(words([run('a', good), run('b', bad)])).toEqual([
      expect.stringMatching(/^a passes more than b: 60 points \(95 %: 46\.8 to 73\.2; p < 0\.001\)$/),
    ]);
  });

  test('says what may have been missed if no difference is shown', () => {
    expect(words([run('a', good), run('b', good)])).toEqual([
      expect.stringMatching(/^a and b: no difference shown; up to \d(\.\d)? points are possible \(p = 1\)$/),
    ]);
  });

  test('is made on the cases that all agents have judged trials of, and names the others', () => {
    const errors = trialRecords([{ outcome: 'error', error: { class: 'judge', message: 'its tokens are unknown' } }]);
    const broken = [
      ...good.slice(0, 8),
      caseRecord('case-8', { trials: errors }),
      caseRecord('case-9', { trials: [] }),
    ];
    const comparison = compareAgents([run('a', good), run('b', broken)], 10, []);
    expect(comparison.cases).toBe(8);
    expect(comparison.agents.map(({ scored }) => scored)).toEqual([80, 80]);
    expect(comparison.left_out).toEqual([
      { ids: ['case-8'], agent: 'b', reason: 'its tokens are unknown' },
      { ids: ['case-9'], agent: 'b', reason: null },
    ]);
    const text = renderComparisonTerminal(comparison, PLAIN);
    expect(text).toContain('left out: case-8: b has no judged trial of it: its tokens are unknown');
    expect(text).toContain('left out: case-9: b has no trial of it');
    expect(comparison.notes.join('\n')).toContain(
      'b: 2 of 82 trials are missing; it is judged by the others; the first says: its tokens are unknown',
    );
  });

  test('is open, and not an error, if one agent could not run', () => {
    const comparison = compareAgents([run('a', good), run('b', [], 'it exits at once'), run('c', bad)], 10, []);
    expect(comparison.pairs).toHaveLength(1);
    expect(comparison.cases).toBe(10);
    expect(comparison.agents[1]).toMatchObject({ problem: 'it exits at once', scored: 0, pass_rate: null });
    expect(renderComparisonMarkdown(comparison)).toContain('<code>b</code> could not run: it exits at once');
    expect(compareAgents([run('a', [], 'no'), run('b', [], 'no')], 1, [])).toMatchObject({ cases: 0, pairs: [] });
  });

  test('is not made on replayed answers', () => {
    const replayed = good.map((item) => ({
      ...item,
      trials: item.trials.map((trial) => ({ ...trial, source: 'replayed' as const })),
    }));
    const comparison = compareAgents([run('a', replayed), run('b', bad)], 10, []);
    expect(comparison.pairs[0]).toMatchObject({ better: null, difference: null });
    expect(comparison.agents[0]).toMatchObject({ pass_rate: 1, ci95: null });
    expect(comparison.notes[0]).toContain('no evidence about the agents');
  });

  test('counts an answer that a cache repeated once', () => {
    const cached = [
      caseRecord('one', { trials: outcomes(5).map((trial) => ({ ...trial, response_ids_hash: 'same' })) }),
    ];
    expect(compareAgents([run('a', cached), run('b', cached)], 5, []).agents[0]).toMatchObject({ scored: 1 });
  });
});

describe('what a reader has to know', () => {
  test('agents that were measured in different ways are named with the difference', () => {
    const left = run('a', cases(1, 5, 0));
    const right = run('b', cases(1, 5, 0));
    const wire = { ...right, results: withAgent(right, { key: 'other', conditions: { capture: 'wire' } }) };
    const agent = { ...left, results: withAgent(left, { key: 'key', conditions: { capture: 'agent' } }) };
    expect(compareAgents([agent, wire], 5, []).notes).toEqual([
      'Not measured in the same way: capture: agent for a, wire for b',
    ]);
  });

  test('two names for the same settings', () => {
    expect(compareAgents([run('a', cases(1, 5, 0)), run('b', cases(1, 5, 0))], 5, []).notes).toEqual([
      'a and b have the same settings in the config, so their differences are chance',
    ]);
  });

  test('untrusted text stays text', () => {
    const evil = [
      caseRecord('x|<b>`', {
        trials: trialRecords([{ outcome: 'error', error: { class: 'judge', message: '| @org/team \u001b[31m' } }]),
      }),
      ...cases(1, 2, 0),
    ];
    const fine = [caseRecord('x|<b>`', { trials: outcomes(2) }), ...cases(1, 2, 0)];
    const comparison = compareAgents([run('a', fine), run('b', evil)], 2, []);
    const markdown = renderComparisonMarkdown(comparison);
    expect(markdown).not.toMatch(/<b>|@org\/team/);
    expect(renderComparisonTerminal(comparison, PLAIN)).not.toContain('\u001b');
  });
});

test('what people read', async () => {
  type Outcomes = readonly NonNullable<TrialFacts['outcome']>[];
  const good: Outcomes = Array(5).fill('passed');
  const bad: Outcomes = Array(5).fill('failed');
  const flaky: Outcomes = ['passed', 'passed', 'failed', 'passed', 'failed'];
  const suite = (each: number, first: Outcomes, others: Outcomes) =>
    ['refund', 'greet', 'escalate', 'book'].map((id, at) =>
      caseRecord(id, { trials: paid(each, at === 0 ? first : others) }),
    );
  const runs = [
    run('small', suite(0.002, flaky, good)),
    run('large', suite(0.03, good, good)),
    run('old', suite(0.001, bad, ['passed', ...bad.slice(1)])),
  ];
  const distinct = runs.map((agentRun) => ({
    ...agentRun,
    results: withAgent(agentRun, { treatment_hash: agentRun.name, models: [`${agentRun.name}-2026-01-01`] }),
  }));
  const comparison = compareAgents(distinct, 5, [
    'max-cost-usd $1.00 is reached: $1.01 spent: the agents are compared on the trials that ran until then',
  ]);
  await expect(renderComparisonMarkdown(comparison)).toMatchFileSnapshot('comparison.md');
  await expect(`${renderComparisonTerminal(comparison, PLAIN)}\n`).toMatchFileSnapshot('comparison.txt');
});

const PLAIN = { colours: false };

function words(runs: readonly AgentRun[]): readonly string[] {
  return pairsOf(compareAgents(runs, 10, []));
}

function pairsOf({ pairs }: ModelComparison): readonly string[] {
  return pairs.map((pair) => pair.words);
}

function run(name: string, list: readonly CaseRecord[], problem: string | null = null): AgentRun {
  return { name, results: resultsFile(list), problem };
}

function withAgent({ results }: AgentRun, agent: Partial<AgentRun['results']['agent']>): AgentRun['results'] {
  return { ...results, agent: { ...results.agent, ...agent } };
}

function cases(count: number, passed: number, failed: number): readonly CaseRecord[] {
  return Array.from({ length: count }, (_, at) => caseRecord(`case-${at}`, { trials: outcomes(passed, failed) }));
}

function paid(each: number, list: readonly TrialFacts['outcome'][]) {
  return trialRecords(
    list.map((outcome) => ({ outcome: outcome ?? 'passed', cost_usd: each, total_tokens: 1200, latency_ms: 900 })),
  );
}
