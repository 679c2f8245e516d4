import { expect, test } from 'vitest';
import { announceCost } from '#application/announce-cost.ts';
import type { Agent } from '#application/ports.ts';
import { planTrials } from '#domain/trial/plan-trials.ts';
import { agentOf, portsOf, suiteOf } from './in-memory.ts';

/** What is said of a run of one trial that may have none. */
async function announced(agent: Partial<Agent>): Promise<readonly string[]> {
  const { cases } = await suiteOf([{ id: 'a', input: 'hi', expect: { completes: true } }]);
  const said: string[] = [];
  const ports = portsOf({ ...agentOf(() => []), ...agent }, {}, { max_trials: 0 });
  const progress = {
    ...ports.progress,
    note: (text: string) => said.push(text),
    warn: (text: string) => said.push(text),
  };
  const plans = planTrials(cases, 1, { tree: '', side: 'candidate' });
  announceCost(plans, { kind: 'none', reason: 'first run', notes: [] }, { ...ports, progress });
  return said;
}

test('a run under a cap tells what it knows of its cost, and which cap it is over', async () => {
  expect(await announced({})).toEqual([
    'No estimate of the cost: the baseline, if any, knows no tokens',
    expect.stringContaining('over max-trials'),
  ]);
});

test.each([
  ['imported', { source: 'imported', available_trials: 3 }],
  ['replayed', { source: 'live', available_trials: 3 }],
] as const)('stored trials (%s) have no price', async (_, agent) => {
  expect(await announced(agent)).toEqual([]);
});
