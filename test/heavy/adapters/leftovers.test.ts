import { describe, test } from 'vitest';
import { commandAgent, NEVER, PATIENT, planOf, run } from '#test/runner/agents/support.ts';

/** The program, its child, a shell with a child of its own, and the daemon. */
const FAMILY = 5;

// A test that runs beside others has an `expect` of its own.
describe.concurrent('children, grandchildren and daemons in sessions of their own', () => {
  test('of a one-shot program are gone when its attempt is', async ({ expect }) => {
    await using agent = commandAgent(run('grandchildren.py', 'once'), { mode: 'one-shot' });
    const attempt = await agent.attempt(planOf('x'), NEVER);
    expect(attempt).toMatchObject({ end: { kind: 'completed' }, trajectory: { turns: [{ output: 'left some' }] } });
    expect(agent.survivors()).toEqual([]);
  });

  test('of a worker live as long as it does and are gone after close', async ({ expect }) => {
    const agent = commandAgent(run('grandchildren.py', 'worker'));
    expect((await agent.attempt(planOf('x'), NEVER)).end.kind).toBe('completed');
    await expect.poll(() => agent.survivors().length, PATIENT).toBe(FAMILY);
    await agent.close();
    expect(agent.survivors()).toEqual([]);
  });

  test.for(['worker', 'one-shot'] as const)(
    'of a %s that is out of time and deaf to SIGTERM are gone with it',
    async (mode, { expect }) => {
      await using agent = commandAgent(run('grandchildren.py', 'hang'), { mode, limits: { trial_timeout_ms: 1_500 } });
      const { end } = await agent.attempt(planOf('x'), NEVER);
      expect(end).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } });
      expect(agent.survivors()).toEqual([]);
    },
  );

  test('of one agent are told from those of another', async ({ expect }) => {
    await using other = commandAgent(run('grandchildren.py', 'worker'));
    await other.attempt(planOf('x'), NEVER);
    await expect.poll(() => other.survivors().length, PATIENT).toBe(FAMILY);
    const agent = commandAgent(run('grandchildren.py', 'worker'));
    await agent.attempt(planOf('x'), NEVER);
    await agent.close();
    expect(other.survivors()).toHaveLength(FAMILY);
  });
});
