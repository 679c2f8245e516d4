import { expect, test } from 'vitest';
import type { Agent } from '#ports/ports.ts';
import { type ExecutionOptions, executeSuite } from '#runner/trials/execute-suite.ts';
import { planTrials } from '#trials/trial/plan-trials.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import { trialList } from '#trials/trial/trial-schedule.ts';
import { agentOf, portsOf, suiteOf, turnRecord } from '../in-memory.ts';

const OPTIONS: ExecutionOptions = {
  concurrency: 1,
  max_tries: 3,
  run_attempt: 1,
  usage_estimate: false,
  resumed: new Map(),
};

const USAGE: Usage = { input_tokens: 90, output_tokens: 10, total_tokens: 100, cost_usd: 0.01, estimated: false };

async function plansOf(trials: number) {
  const suite = await suiteOf([{ id: 'a', input: 'hi', expect: { completes: true } }]);
  return trialList(planTrials(suite.cases, trials, { tree: '', side: 'candidate' }), [trials]);
}

test('what was imported is not charged: it costs nothing now', async () => {
  const imported: Agent = { ...agentOf(() => [turnRecord({ usage: USAGE })]), source: 'imported' };
  const ports = portsOf(imported, {}, { max_tokens: 250 });
  expect((await executeSuite(await plansOf(5), ports, OPTIONS)).exhausted).toBeNull();
  expect(ports.budget.spent().tokens).toBe(0);
});

test('an attempt that is made again is charged too', async () => {
  const answering = agentOf(() => [turnRecord({ usage: USAGE })]);
  let tries = 0;
  const flaky: Agent = {
    ...answering,
    async attempt(plan, signal) {
      const attempt = await answering.attempt(plan, signal);
      tries += 1;
      if (tries === 3) return attempt;
      return {
        ...attempt,
        unanswered_calls: 2,
        retry: true,
        end: { kind: 'error', error: { class: 'provider', message: 'gone' } },
      };
    },
  };
  const ports = portsOf(flaky);
  const { records } = await executeSuite(await plansOf(1), ports, OPTIONS);
  expect(records.get('a')?.[0]?.unanswered_calls, 'nor is what the provider did not answer forgotten').toBe(4);
  expect(ports.budget.spent().tokens).toBe(300);
});

test('a crash that could not tell its tokens does not stop the run', async () => {
  const answering = agentOf(({ index }) => (index === 1 ? [] : [turnRecord({ usage: USAGE })]));
  const crashing: Agent = {
    ...answering,
    async attempt(plan, signal) {
      const attempt = await answering.attempt(plan, signal);
      if (plan.index > 1) return attempt;
      return { ...attempt, end: { kind: 'failed', failure: { kind: 'crash', message: 'exited with code 1' } } };
    },
  };
  const ports = portsOf(crashing, {}, { max_tokens: 10_000 });
  const { records, exhausted } = await executeSuite(await plansOf(3), ports, OPTIONS);
  expect(records.get('a')?.map(({ outcome }) => outcome)).toEqual(['failed', 'passed', 'passed']);
  expect(exhausted).toBeNull();
  expect(ports.budget.spent().tokens).toBe(200);
});
