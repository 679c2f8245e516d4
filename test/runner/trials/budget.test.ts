import { expect, test } from 'vitest';
import type { BudgetCaps } from '#ports/ports.ts';
import { createBudget, NO_CAPS } from '#runner/trials/budget.ts';
import type { Usage } from '#trials/trial/trajectory.ts';

function usage(tokens: number | null, cost_usd: number | null): Usage {
  return {
    input_tokens: tokens,
    output_tokens: tokens === null ? null : 0,
    total_tokens: tokens,
    cost_usd,
    estimated: false,
  };
}

function budgetOf(caps: Partial<BudgetCaps>) {
  let time = 1000;
  const budget = createBudget({ ...NO_CAPS, ...caps }, { monotonic: () => time });
  return { budget, advance: (ms: number) => (time += ms) };
}

test('both sides spend from one budget, and each has an account of its own', () => {
  const { budget } = budgetOf({ max_trials: 3 });
  budget.startTrial();
  budget.spend(usage(10, 1));
  budget.of_main.startTrial();
  budget.of_main.of_main.startTrial();
  budget.of_main.spend(usage(5, null));
  budget.of_main.spend(usage(7, 1), { model: null, whole: true });
  expect(budget.paid()).toEqual({
    change: { trials: 1, calls: 1, tokens: 10, cost_usd: 1 },
    main: { trials: 2, calls: 1, tokens: 12, cost_usd: null },
  });
  expect([budget.spent().trials, budget.spent().tokens, budget.of_main.startTrial()]).toEqual([3, 22, false]);
});

test('without caps nothing is ever exhausted', () => {
  const { budget, advance } = budgetOf({});
  budget.spend(usage(1e12, 1e9));
  budget.spend(null);
  advance(1e12);
  expect(budget.exhausted()).toBeNull();
  expect(budget.startTrial()).toBe(true);
  expect(budget.timeLeft()).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  {
    caps: { max_cost_usd: 2 },
    spent: [usage(10, 1), usage(10, 1.01)],
    says: 'max-cost-usd $2.00 is reached: $2.01 spent',
  },
  { caps: { max_cost_usd: 0.005 }, spent: [usage(10, 0.0051)], says: 'max-cost-usd $0.005 is reached: $0.0051 spent' },
  { caps: { max_cost_usd: 0 }, spent: [], says: 'max-cost-usd $0.00 is reached: $0.00 spent' },
  {
    caps: { max_tokens: 100 },
    spent: [usage(60, null), usage(61, null)],
    says: 'max-tokens 100 is reached: 121 tokens used',
  },
])('$says', ({ caps, spent, says }) => {
  const { budget } = budgetOf(caps);
  for (const usage of spent) budget.spend(usage);
  expect(budget.exhausted()).toBe(says);
  expect(budget.startTrial()).toBe(false);
  expect(budget.refusedTrial()).toBe(says);
});

test('below its caps a run goes on', () => {
  const { budget, advance } = budgetOf({ max_cost_usd: 2, max_tokens: 100, max_duration_ms: 1000, max_trials: 1 });
  budget.spend(usage(99, 1.99));
  advance(999);
  expect(budget.exhausted()).toBeNull();
  expect(budget.timeLeft()).toBe(1);
  expect(budget.startTrial()).toBe(true);
  expect(budget.refusedTrial()).toBeNull();
});

test('time counts from the making of the budget', () => {
  const { budget, advance } = budgetOf({ max_duration_ms: 90_000 });
  advance(90_000);
  expect(budget.exhausted()).toBe('max-duration 1 min 30 s is reached');
  expect(budget.timeLeft()).toBe(0);
});

test('trials that run may go on spending when no more may start', () => {
  const { budget } = budgetOf({ max_trials: 2 });
  expect([budget.startTrial(), budget.startTrial(), budget.startTrial()]).toEqual([true, true, false]);
  expect(budget.refusedTrial()).toBe('max-trials 2 is reached: 2 started');
  expect(budget.exhausted()).toBeNull();
  expect(budget.spent().trials).toBe(2);
});

test.each([
  {
    title: 'an answer without usage',
    caps: { max_tokens: 100 },
    spent: null,
    says: 'max-tokens can\'t be enforced: an answer from the model "m" came without token counts',
  },
  {
    title: 'an answer without half of its counts',
    caps: { max_tokens: 100 },
    spent: { ...usage(null, null), input_tokens: 3 },
    says: 'max-tokens can\'t be enforced: an answer from the model "m" came without token counts',
  },
  {
    title: 'an answer without usage under a cap on cost',
    caps: { max_cost_usd: 1 },
    spent: null,
    says: 'max-cost-usd can\'t be enforced: an answer from the model "m" came without token counts',
  },
  {
    title: 'an answer without a price',
    caps: { max_cost_usd: 1 },
    spent: usage(3, null),
    says: 'max-cost-usd can\'t be enforced: no price for the model "m"; add it under prices',
  },
])('$title exhausts the cap that it can’t be counted against', ({ caps, spent, says }) => {
  const { budget } = budgetOf(caps);
  budget.spend(spent, { model: 'm', whole: true });
  expect(budget.exhausted()).toBe(says);
});

test('what an agent reports itself is not priced, so the mend is another one', () => {
  const { budget: priced } = budgetOf({ max_cost_usd: 1 });
  priced.spend({ ...usage(3, null), models: ['m'] }, { model: null, whole: true });
  expect(priced.exhausted()).toBe(
    "max-cost-usd can't be enforced: the agent's cost is unknown; make it report usage.cost_usd, or set record: true and add the prices of its models under prices",
  );
  const { budget } = budgetOf({ max_tokens: 100 });
  budget.spend(null, { model: null, whole: true });
  expect(budget.exhausted()).toBe("max-tokens can't be enforced: an answer from the agent came without token counts");
});

test('an answer that broke off counts as far as it is known, and exhausts nothing by what is not', () => {
  const { budget } = budgetOf({ max_cost_usd: 1, max_tokens: 100 });
  budget.spend({ ...usage(null, null), input_tokens: 30 }, { model: 'm', whole: false });
  budget.spend(null, { model: 'm', whole: false });
  expect(budget.exhausted()).toBeNull();
  expect(budget.spent()).toEqual({ tokens: 30, cost_usd: 0, trials: 0 });
  budget.spend(usage(70, 0.5), { model: 'm', whole: false });
  expect(budget.spent().cost_usd).toBe(0.5);
  expect(budget.exhausted()).toContain('max-tokens 100 is reached');
});

test('the first reason stands', () => {
  const { budget } = budgetOf({ max_tokens: 10, max_cost_usd: 1 });
  budget.spend(usage(10, 0.1));
  const reason = budget.exhausted();
  budget.spend(null);
  expect(budget.exhausted()).toBe(reason);
});

test('a sum with an unknown part is unknown', () => {
  const { budget } = budgetOf({});
  budget.spend(usage(1, 0.5));
  budget.spend(usage(1, null));
  budget.spend(usage(1, 0.5));
  expect(budget.spent()).toEqual({ tokens: 3, cost_usd: null, trials: 0 });
});
