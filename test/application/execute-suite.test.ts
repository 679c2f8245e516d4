import { expect, test } from 'vitest';
import { type ExecutionOptions, executeSuite } from '#application/execute-suite.ts';
import type { Json, JsonObject } from '#domain/json.ts';
import { planTrials } from '#domain/trial/plan-trials.ts';
import { agentOf, portsOf, suiteOf, turnRecord } from './in-memory.ts';

const OPTIONS: ExecutionOptions = {
  concurrency: 1,
  max_tries: 1,
  run_attempt: 1,
  usage_estimate: false,
  resumed: new Map(),
};

test('an answer that breaks the judging is an error of its trial, and the others run on', async () => {
  const suite = await suiteOf([{ id: 'a', input: 'hi', expect: { completes: true } }]);
  const plans = planTrials(suite.cases, 3, { tree: '', side: 'candidate' });
  const agent = agentOf(({ index }) => [
    turnRecord(
      index === 2 ? { tool_calls: [{ name: 'x', arguments: deep(100_000), status: null, result: null, step: 1 }] } : {},
    ),
  ]);
  const { records, unavailable } = await executeSuite(plans, portsOf(agent), OPTIONS);
  expect(unavailable).toBeNull();
  expect(records.get('a')?.map(({ outcome, error }) => [outcome, error])).toEqual([
    ['passed', null],
    ['error', { class: 'sandbox', message: expect.stringMatching(/^judging and storing the answer broke off: /) }],
    ['passed', null],
  ]);
});

test('results that can no longer be stored end the run', async () => {
  const suite = await suiteOf([{ id: 'a', input: 'hi', expect: { completes: true } }]);
  const plans = planTrials(suite.cases, 1, { tree: '', side: 'candidate' });
  const full = portsOf(
    agentOf(() => [turnRecord()]),
    { trial: () => Promise.reject(new Error('no space left on device')) },
  );
  await expect(executeSuite(plans, full, OPTIONS)).rejects.toThrow('no space left on device');
});

function deep(levels: number): JsonObject {
  let value: Json = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return { a: value };
}
