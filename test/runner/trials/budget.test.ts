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
  const said = budget.exhausted();
  budget.spend(null);
  expect(budget.exhausted()).toBe(said);
});

test('a sum with an unknown part is unknown', () => {
  const { budget } = budgetOf({});
  budget.spend(usage(1, 0.5));
  budget.spend(usage(1, null));
  budget.spend(usage(1, 0.5));
  expect(budget.spent()).toEqual({ tokens: 3, cost_usd: null, trials: 0 });
});
