import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shardOf } from '#domain/suite/selection/shard.ts';
import { casesOfPlan, planHash, planShards, readPlan } from '#domain/suite/selection/shard-plan.ts';
import { tries } from '#test/support/tries.ts';

const suites = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 30 });
const timed = (ids: readonly string[], ms: readonly number[]) =>
  new Map(ids.map((id, place) => [id, ms[place % ms.length] ?? 1]));

test('every case is in exactly one shard, and no shard takes longer than another by more than one case', () => {
  const times = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(suites, times, fc.integer({ min: 2, max: 6 }), (ids, list, of) => {
      const cases = ids.map((id) => ({ id }));
      const ms = timed(ids, list);
      const plan = planShards(cases, of, { of: 'abc', ms });
      const parts = Array.from({ length: of }, (_, place) => casesOfPlan(cases, place + 1, plan).map(({ id }) => id));
      expect(parts.flat().sort()).toEqual(ids.toSorted());
      const loads = parts.map((part) => part.reduce((sum, id) => sum + (ms.get(id) ?? 0), 0));
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(Math.max(...ms.values()));
      expect(readPlan(JSON.parse(JSON.stringify(plan)), of)).toEqual(plan);
      expect(planHash(planShards(cases.toReversed(), of, { of: 'abc', ms }))).toBe(planHash(plan));
    }),
    { numRuns: tries(200) },
  );
});

test('longest first: one slow case does not share its shard while others have room', () => {
  const cases = ['slow', 'a', 'b', 'c', 'd'].map((id) => ({ id }));
  const ms = new Map([['slow', 100], ...['a', 'b', 'c', 'd'].map((id): [string, number] => [id, 25])]);
  const { cases: by } = planShards(cases, 2, { of: null, ms });
  expect(cases.filter(({ id }) => by[id] === by['slow'])).toEqual([{ id: 'slow' }]);
});

test('without a stored time a case goes by the hash of its id', () => {
  const cases = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  const none = planShards(cases, 3, { of: 'abc', ms: new Map() });
  expect(none.times_of).toBeNull();
  for (const { id } of cases) expect(none.cases[id]).toBe(shardOf(id, 3));
  const one = planShards(cases, 3, { of: 'abc', ms: new Map([['a', 10]]) });
  for (const { id } of cases.slice(1)) expect(one.cases[id]).toBe(shardOf(id, 3));
});

test('what is no plan, or one for another number of shards, is not read', () => {
  const plan = planShards([{ id: 'a' }], 2, { of: null, ms: new Map() });
  for (const value of [null, {}, { ...plan, cases: { a: 0 } }, { ...plan, of: 3 }, 'x'])
    expect(readPlan(value, 2)).toBeNull();
});
