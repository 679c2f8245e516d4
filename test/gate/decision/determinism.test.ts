import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { decisionJson } from '#report/decision-json.ts';
import { always } from '#test/support/always.ts';
import { caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';
import { NO_BOUNDS, POLICY } from './decide-on.ts';
import { decide } from './in-words.ts';

const EVERYTHING: Policy = {
  ...POLICY,
  pass_rate: { ...POLICY.pass_rate, min: 0.5, min_mode: 'confident' },
  tool_recall: { ...NO_BOUNDS, max_drop: 0.02, min: 0.5 },
  latency_ms: { max_increase: 0.25 },
  case_pass_rate: { min: 0.3 },
  tags: {
    t: {
      pass_rate: { ...NO_BOUNDS, max_drop: 0.1 },
      tool_recall: null,
      total_tokens: { max_increase: 0.2 },
      cost_usd: null,
      latency_ms: null,
    },
  },
  never_fail: ['case-1', 'check:limits'],
};

const trialFacts = fc.record<TrialFacts>({
  outcome: fc.constantFrom('passed', 'passed', 'passed', 'failed', 'error'),
  tool_recall: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
  total_tokens: fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: null }),
  cost_usd: fc.option(fc.double({ min: 0, max: 2, noNaN: true }), { nil: null }),
  latency_ms: fc.option(fc.double({ min: 0, max: 90_000, noNaN: true }), { nil: null }),
  source: fc.constantFrom('live', 'live', 'live', 'imported', 'replayed'),
});

const cases = fc
  .array(fc.tuple(fc.array(trialFacts, { maxLength: 5 }), fc.boolean()), { maxLength: 10 })
  .map((list) =>
    list.map(
      ([trials, tagged], i): CaseRecord =>
        caseRecord(`case-${i}`, { tags: tagged ? ['t'] : [], planned_trials: 5, trials: trialRecords(trials) }),
    ),
  );

test('the order of cases and trials in either file changes no byte', () => {
  always(
    fc.property(
      cases,
      cases,
      fc.constantFrom<Policy['method'][]>('statistical', 'threshold'),
      fc.infiniteStream(fc.nat()),
      (here, main, method, dice) => {
        const policy = { ...EVERYTHING, method };
        const plain = bytes(resultsFile(here), resultsFile(main), policy);
        expect(bytes(resultsFile(shuffled(here, dice)), resultsFile(shuffled(main, dice)), policy)).toBe(plain);
        expect(bytes(resultsFile(here), resultsFile(main), policy)).toBe(plain);
      },
    ),
    { seed: 21, numRuns: tries(150) },
  );
});

test('every number of a decision is a number, whatever the files hold', () => {
  always(
    fc.property(
      cases,
      fc.option(cases),
      fc.constantFrom<Policy['method'][]>('statistical', 'threshold'),
      (here, main, method) => {
        const candidate = resultsFile(here);
        const comparison = compare(candidate, main === null ? [] : [resultsFile(main)]);
        const json = decisionJson(decide(comparison, { ...EVERYTHING, method }, candidate), comparison, '');
        expect(unspeakable(json, '')).toEqual([]);
        expect(JSON.parse(JSON.stringify(json))).toEqual(json);
        for (const { message } of json.reasons) expect(message).not.toMatch(/NaN|Infinity|undefined|null/);
        expect(json.reasons[0]?.outcome).toBe(json.verdict);
      },
    ),
    { seed: 22, numRuns: tries(300) },
  );
});

function bytes(candidate: ResultsFile, baseline: ResultsFile, policy: Policy): string {
  const comparison = compare(candidate, [baseline]);
  return JSON.stringify(decisionJson(decide(comparison, policy, candidate), comparison, ''));
}

function shuffled(list: readonly CaseRecord[], dice: fc.Stream<number>): CaseRecord[] {
  return inAnyOrder(list, dice).map((item) => ({ ...item, trials: inAnyOrder(item.trials, dice) }));
}

function inAnyOrder<Item>(items: readonly Item[], dice: fc.Stream<number>): Item[] {
  const keyed = items.map((item) => ({ item, key: Number(dice.next().value) }));
  return keyed.sort((left, right) => left.key - right.key).map(({ item }) => item);
}

function unspeakable(value: unknown, path: string): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path];
  if (value === undefined) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => unspeakable(item, `${path}.${key}`));
}
