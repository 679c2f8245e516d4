import { describe, expect, it } from 'vitest';
import { endsOf, modelSuite, PROGRAM, runAgainst, runOnce } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { call, called } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const well: ModelScript = () => ({ text: 'all is well', usage: { input: 100, output: 10 } });
const withTool: ModelScript = (request) =>
  called(request, 'look_up') === 0 ? { calls: [call('look_up')] } : well(request);

it('a program that ignores the base URL is noticed: no model call was seen, and its tokens are unknown', async () => {
  await using server = await startModelServer(well);
  await using elsewhere = await startModelServer(well);
  const cases = {
    one: { context: { url: elsewhere.base_urls.openai } },
    two: { context: { url: elsewhere.base_urls.openai } },
  };
  const run = await runOnce(modelSuite(PROGRAM, cases), server);
  expect(endsOf(run), run.stderr).toEqual(['passed', 'passed']);
  expect(run.stderr).toContain('saw no model call');
  expect(run.stderr).toContain('OPENAI_BASE_URL / ANTHROPIC_BASE_URL / OLLAMA_HOST');
  expect(run.trials.map(({ usage, steps }) => [usage.total_tokens, steps])).toEqual([
    [null, null],
    [null, null],
  ]);
  // What it sent there was no key, but a text that says what is wrong.
  expect(elsewhere.requests[0]?.headers.authorization).toBe(
    'Bearer agent-eval-dummy-key-the-recorder-holds-the-real-one--send-requests-to-OPENAI_BASE_URL',
  );
  expect(server.requests).toEqual([]);
});

it('a program that answers without its model now and then used no tokens there, and is asked whether that is so', async () => {
  const run = await runAgainst({ script: well }, modelSuite(PROGRAM, { one: {}, two: { context: { no_call: true } } }));
  expect(endsOf(run)).toEqual(['passed', 'passed']);
  expect(run.trials.map(({ usage }) => usage.total_tokens)).toEqual([110, 0]);
  expect(run.stderr).toMatch(
    /the recorder saw no model call in 1 of 2 cases \(two\), so they count as answered without a model/,
  );
  // No price is known, so that not even these trials cost $0.
  expect(run.stderr).not.toContain('$');
});

describe('tool calls that a program tells of itself', () => {
  const told = [{ name: 'other_tool', arguments: {} }];
  const expectOther = { tools: ['other_tool'] };

  it('count, and are said to differ from what its model asked for', async () => {
    const run = await runAgainst(
      { script: withTool },
      modelSuite(PROGRAM, { one: { context: { tell_calls: told }, expect: expectOther } }),
    );
    expect(endsOf(run), run.stderr).toEqual(['passed']);
    expect(run.stderr).toMatch(/in 1 of 1 recorded turns the tool calls that the agent reports differ from those/);
    expect(run.stderr).toContain('the agent reports other_tool; its model requested look_up');
  });

  it('do not count with tool_calls: wire', async () => {
    const agent = { ...PROGRAM, record: { tool_calls: 'wire' } };
    const run = await runAgainst(
      { script: withTool },
      modelSuite(agent, { one: { context: { tell_calls: told }, expect: expectOther } }),
    );
    expect(endsOf(run)).toEqual(['failed: check']);
  });

  it('of a framework are left out by name', async () => {
    const agent = { ...PROGRAM, record: { ignore_tools: ['look_*'] } };
    const run = await runAgainst(
      { script: withTool },
      modelSuite(agent, { one: { expect: { tools: { max_calls: 0 } } } }),
    );
    expect(
      run.trials[0]?.checks.filter(({ passed }) => !passed),
      run.stderr,
    ).toEqual([]);
  });
});

describe('a model call after the answer', () => {
  const cases = { one: { context: { call_after: true } }, two: {}, three: {} };

  it('joins no trial', async () => {
    const run = await runAgainst({ script: well }, modelSuite(PROGRAM, cases));
    expect(endsOf(run), run.stderr).toEqual(['passed', 'passed', 'passed']);
    expect(run.trials.map(({ usage, steps }) => [usage.total_tokens, steps])).toEqual([
      [110, 1],
      [110, 1],
      [110, 1],
    ]);
    expect(run.server.requests).toHaveLength(4);
    expect(run.stderr).toMatch(
      /1 model call was made outside of any turn .*they were paid for, but belong to no trial's record/,
    );
  });

  it('counts in the budget', async () => {
    const run = await runAgainst({ script: well }, modelSuite(PROGRAM, cases), ['--max-tokens', '330']);
    expect(run.server.requests.length).toBeLessThanOrEqual(3);
    expect(run.results?.stop.reason, run.stderr).toBe('budget');
    expect(run.stderr).toContain('max-tokens 330 is reached: 330 tokens used');
  });
});
