import { describe, expect, it } from 'vitest';
import { endsOf, type ModelRun, modelSuite, runAgainst, runOnce } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { type ModelServer, startModelServer } from '#test/testing/providers/model-server.ts';

/** A program that runs the code its model writes: no request offers a tool, unless the case's context says so. */
const AGENT = program('code-runner.mjs');

const PROGRAM = { command: [process.execPath, 'agent.mjs'], record: true };

const DEMANDS = {
  forbidden: { tools: { forbidden: ['issue_refund'] } },
  none: { no_tools: true },
  few: { tools: { max_calls: 1 } },
};

function casesWith(contexts: readonly object[]): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return Object.fromEntries(
    Object.entries(DEMANDS).map(([id, demand], at) => [id, { context: contexts[at] ?? {}, expect: demand }]),
  );
}

async function runOf(agent: object, contexts: readonly object[] = [], config: object = {}): Promise<ModelRun> {
  await using server: ModelServer = await startModelServer(() => ({
    text: 'issue_refund(17)',
    usage: { input: 9, output: 2 },
  }));
  const files = modelSuite({ ...agent }, casesWith(contexts), { ...config });
  return await runOnce({ ...files, 'agent.mjs': AGENT }, server);
}

const OPEN = ['error: judge', 'error: judge', 'error: judge'];
const HELD = ['passed', 'passed', 'passed'];
const NO_CALLS = [{ no_call: true }, { no_call: true }, { no_call: true }];

describe('tools that never cross the wire', () => {
  it('leave every demand on calls open, never held, and say how calls become known', async () => {
    const run = await runOf(PROGRAM, [], { gate: { never_fail: ['none'] } });
    expect(endsOf(run), run.stderr).toEqual(OPEN);
    expect(run.verdict).not.toBe('pass');
    for (const way of ['return "tool_calls" ([] for none)', '`tools: none`', 'traces', 'MCP'])
      expect(run.trials[0]?.error?.message.toLowerCase()).toContain(way.toLowerCase());
  });

  it('do not count as none with `tool_calls: wire` either, whatever the agent says of itself', async () => {
    const agent = { ...PROGRAM, record: { tool_calls: 'wire' } };
    expect(endsOf(await runOf(agent, [{ tell: [{ name: 'issue_refund' }] }, { tell: [] }]))).toEqual(OPEN);
  });

  it.each([
    ['the config says that the agent has none', { ...PROGRAM, tools: 'none' }, []],
    ['its answers say so', PROGRAM, [{ tell: [] }, { tell: [] }, { tell: [] }]],
    ['a later trial gives an account of its calls', PROGRAM, [{}, {}, { tell: [] }]],
    ['a later request offers a tool', PROGRAM, [{}, { no_call: true }, { offer: true }]],
    ['an earlier request offered a tool', PROGRAM, [{ offer: true }, {}, { no_call: true }]],
    ['a program that is not recorded has none', { command: PROGRAM.command, tools: 'none' }, NO_CALLS],
  ])('are none where %s', async (_why, agent, contexts) => {
    const run = await runOf(agent, contexts);
    expect(endsOf(run), run.stderr).toEqual(HELD);
  });

  it('are judged all the same where the agent tells of them', async () => {
    const run = await runOf({ ...PROGRAM, tools: 'none' }, [{ tell: [{ name: 'issue_refund' }] }]);
    expect(endsOf(run), run.stderr).toEqual(['failed: check', 'passed', 'passed']);
  });

  it('leave demands on the answer alone', async () => {
    const run = await runAgainst(
      { script: () => ({ text: 'well', usage: { input: 9, output: 2 } }) },
      { ...modelSuite(PROGRAM, ['one']), 'agent.mjs': AGENT },
    );
    expect(endsOf(run), run.stderr).toEqual(['passed']);
  });
});
