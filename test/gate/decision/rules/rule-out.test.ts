import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveRuleOut } from '#gate/decision/rules/pass-rate/rule-out.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { always } from '#test/support/always.ts';

import { bothSides } from '#test/support/results.ts';
import { decideOn, NO_BOUNDS, reasonOf } from '../decide-on.ts';
import { pairedCase } from '../evidence-of.ts';

const RULE = { ...NO_BOUNDS, max_drop: 0.02, rule_out: 'auto' } as const;
const ALPHA = 0.0184;

function suite(count: number, stored: readonly [number, number], letters = 'PPP'): readonly PairedCase[] {
  return Array.from({ length: count }, (_, i) => pairedCase(`case-${i}`, letters, stored));
}

test.each<[what: string, cases: readonly PairedCase[], looks: readonly number[], drop: number]>([
  ['five points where the suite could see less', suite(200, [24, 25]), [3, 5, 10], 0.05],
  ['fifteen points at most', suite(6, [15, 25]), [3, 8, 25], 0.15],
  ['twenty-five points at most with fewer than six cases', suite(5, [9, 15]), [3, 8, 25], 0.25],
])('without a written number a pass rules out %s', (_, cases, looks, drop) => {
  expect(resolveRuleOut(cases, RULE, { budget: ALPHA, looks, fresh: null, between_runs: null })).toBe(drop);
});

test('what a pass rules out is what the last look sees where fresh trials follow, nine times of ten', () => {
  const cases = suite(20, [4, 5]);
  const of = (looks: readonly number[], fresh: number | null) =>
    resolveRuleOut(cases, { ...RULE, max_drop: 0 }, { budget: 0.4, looks, fresh, between_runs: null }) ?? 0;
  expect(of([3, 5, 10], 20)).toBe(of([5, 10], 20));
  expect(of([3, 5, 10], 20)).toBeLessThan(of([3, 5, 10], null));
  expect(of([10], null)).toBe(of([10], 20));
});

test('where at most a few fresh trials follow, a pass rules out what so few show, up to twenty-five points', () => {
  const of = (count: number, fresh: number) =>
    resolveRuleOut(suite(count, [15, 25]), RULE, { budget: ALPHA, looks: [3, 5, 10], fresh, between_runs: null });
  expect([of(6, 20), of(6, 5)]).toEqual([0.15, 0.25]);
  expect(of(12, 5)).toBeCloseTo(0.237, 3);
  expect(of(100, 5)).toBeGreaterThan(of(100, 20) ?? 1);
});

test('what a pass rules out depends on nothing that the change did', () => {
  const letters = fc.string({ unit: fc.constantFrom('P', 'f', '.'), minLength: 1, maxLength: 10 });
  always(
    fc.property(letters, fc.integer({ min: 1, max: 60 }), (here, count) => {
      const terms = { budget: ALPHA, looks: [3, 5, 10], fresh: null, between_runs: null };
      const of = (trials: string) => resolveRuleOut(suite(count, [22, 25], trials), RULE, terms);
      expect(of(here)).toBe(of('PPP'));
    }),
  );
});

test('where runs of main differ, a pass rules out only what can be seen beside that', () => {
  const terms = { budget: ALPHA, looks: [3, 5, 10], fresh: null };
  const of = (variance: number) =>
    resolveRuleOut(suite(200, [24, 25]), RULE, { ...terms, between_runs: { runs: 5, variance } }) ?? 0;
  expect(of(0.0001)).toBe(0.05);
  expect(of(0.0004)).toBeGreaterThan(0.06);
  expect(of(0.0009)).toBeGreaterThan(of(0.0004));
  expect(of(0.01)).toBe(0.15);
});

test('a suite that can rule out little says so in words', () => {
  const small = decideOn(bothSides(Array.from({ length: 4 }, () => [5, 5, 4, 5] as const)));
  expect(reasonOf(small, 'rule_out').message).toMatch(
    /^a suite of 4 cases with as many trials can rule out a drop of 25 points; more cases rule out smaller ones$/,
  );
  const large = decideOn(bothSides(Array.from({ length: 100 }, () => [5, 5, 5, 5] as const)));
  expect(large.reasons.map(({ code }) => code)).not.toContain('rule_out');
});
