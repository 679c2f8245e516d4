import { describe, expect, test } from 'vitest';
import { inputsOfShard } from '#commands/action/session/github-run.ts';
import { readInputs } from '#commands/action/session/inputs.ts';
import { budgetOf } from '#commands/compose/request-settings.ts';
import type { ActionInputs } from '#commands/options/inputs.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';

function read(inputs: Readonly<Record<string, string>>): ReturnType<typeof readInputs> {
  const named = Object.entries({ 'github-token': 't', ...inputs }).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  return readInputs(Object.fromEntries(named));
}

function inputsOf(inputs: Readonly<Record<string, string>>): ActionInputs {
  const result = read(inputs);
  mustBeRead(result);
  return inputsOfShard(result.inputs);
}

describe('the input shard', () => {
  test('names one job of several; nothing runs all cases', () => {
    expect(inputsOf({ shard: '2/4' }).shard).toEqual({ index: 2, of: 4 });
    expect(inputsOf({}).shard).toBeNull();
  });

  test.each(['sharding', 'shard-one', 'my-shards-1x'])('key %s is one like any other', (key) => {
    expect(inputsOf({ key }).key).toBe(key);
  });
});

describe('a shard', () => {
  test('has its share of what may be spent, but all of the time', () => {
    const budget = { 'max-cost-usd': '2', 'max-tokens': '1001', 'max-trials': '3', 'max-duration': '20m' };
    expect(inputsOf({ ...budget, shard: '1/4' })).toMatchObject({
      maxCostUsd: 0.5,
      maxTokens: 250,
      maxTrials: 1,
      maxDuration: 1_200_000,
    });
    expect(budgetOf(inputsOf({ shard: '1/4' }))).toEqual(budgetOf(inputsOf({})));
    expect(inputsOf(budget).maxTokens).toBe(1001);
  });

  test('leaves verdict, confirmation, comment and check run to the merge', () => {
    const loud = { comment: 'always', confirm: 'auto', 'fail-on': 'inconclusive', 'check-run': 'true' };
    const quiet = { comment: 'never', confirm: 'never', failOn: 'never', checkRun: false };
    expect(inputsOf({ ...loud, shard: '4/4' })).toMatchObject(quiet);
    expect(inputsOf({ ...loud, confirm: 'job' })).toMatchObject({
      ...quiet,
      confirm: 'job',
      shard: { index: 1, of: 1 },
    });
    expect(inputsOf(loud)).toMatchObject({
      comment: 'always',
      confirm: 'auto',
      failOn: 'inconclusive',
      checkRun: true,
    });
  });
});
