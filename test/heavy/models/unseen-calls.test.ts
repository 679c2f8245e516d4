import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { endsOf, modelSuite, PROGRAM, runOnce } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { call, called } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const well: ModelScript = () => ({ text: 'all is well', usage: { input: 100, output: 10 } });
const withTool: ModelScript = (request) =>
  called(request, 'look_up') === 0 ? { calls: [call('look_up')] } : well(request);

describe('a program that ignores the base URL', () => {
  it('is noticed: no model call was seen, and its tokens are unknown', async () => {
    await using server = await startModelServer({ script: well });
    await using elsewhere = await startModelServer({ script: well });
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

  it('can not be held to max-tokens: its run does not pass', async () => {
    await using server = await startModelServer({ script: well });
    await using elsewhere = await startModelServer({ script: well });
    const context = { url: elsewhere.base_urls.openai };
    const run = await runOnce(modelSuite(PROGRAM, { one: { context }, two: { context } }), server, [
      '--max-tokens',
      '1',
    ]);
    expect(run.stderr).toContain('saw no model call');
    expect(run.verdict).not.toBe('pass');
    expect(run.stderr).toContain('never called a model');
  });
});

it('a program that answers without its model now and then used no tokens there, and is asked whether that is so', async () => {
  await using server = await startModelServer({ script: well });
  const run = await runOnce(modelSuite(PROGRAM, { one: {}, two: { context: { no_call: true } } }), server);
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
    await using server = await startModelServer({ script: withTool });
    const run = await runOnce(
      modelSuite(PROGRAM, { one: { context: { tell_calls: told }, expect: expectOther } }),
      server,
    );
    expect(endsOf(run), run.stderr).toEqual(['passed']);
    expect(run.stderr).toMatch(/in 1 of 1 recorded turns the tool calls that the agent reports differ from those/);
    expect(run.stderr).toContain('the agent reports other_tool; its model requested look_up');
  });

  it('do not count with tool_calls: wire', async () => {
    await using server = await startModelServer({ script: withTool });
    const agent = { ...PROGRAM, record: { tool_calls: 'wire' } };
    const run = await runOnce(
      modelSuite(agent, { one: { context: { tell_calls: told }, expect: expectOther } }),
      server,
    );
    expect(endsOf(run)).toEqual(['failed: check']);
  });

  it('are not compared when there are none: the wire tells', async () => {
    await using server = await startModelServer({ script: withTool });
    const run = await runOnce(modelSuite(PROGRAM, { one: { expect: { tools: ['look_up'] } } }), server);
    expect(endsOf(run), run.stderr).toEqual(['passed']);
    expect(run.stderr).not.toContain('recorded turns');
  });

  it('of a framework are left out by name', async () => {
    await using server = await startModelServer({ script: withTool });
    const agent = { ...PROGRAM, record: { ignore_tools: ['look_*'] } };
    const run = await runOnce(modelSuite(agent, { one: { expect: { tools: { max_calls: 0 } } } }), server);
    expect(
      run.trials[0]?.checks.filter(({ passed }) => !passed),
      run.stderr,
    ).toEqual([]);
  });
});

describe('a model call after the answer', () => {
  const cases = { one: { context: { call_after: true } }, two: {}, three: {} };

  it('joins no trial', async () => {
    await using server = await startModelServer({ script: well });
    const run = await runOnce(modelSuite(PROGRAM, cases), server);
    expect(endsOf(run), run.stderr).toEqual(['passed', 'passed', 'passed']);
    expect(run.trials.map(({ usage, steps }) => [usage.total_tokens, steps])).toEqual([
      [110, 1],
      [110, 1],
      [110, 1],
    ]);
    expect(server.requests).toHaveLength(4);
    expect(run.stderr).toMatch(
      /1 model call was made outside of any turn .*they were paid for, but belong to no trial's record/,
    );
  });

  it('counts in the budget', async () => {
    await using server = await startModelServer({ script: well });
    const run = await runOnce(modelSuite(PROGRAM, cases), server, ['--max-tokens', '330']);
    expect(server.requests.length).toBeLessThanOrEqual(3);
    expect(run.results?.stop.reason, run.stderr).toBe('budget');
    expect(run.stderr).toContain('max-tokens 330 is reached: 330 tokens used');
  });
});

describe('streamed calls that share an index', () => {
  const tools = { forbidden: ['delete_account'] };
  const pieces: Readonly<Record<string, readonly object[]>> = {
    'two-calls': [
      { name: 'get_weather', arguments: '{"city":"Oslo"}' },
      { name: 'delete_account', arguments: '{"user":"7"}' },
    ],
    'one-call': [{ name: 'get_weather', arguments: '{"city":"Oslo"}' }],
    'name-in-pieces': [{ name: 'delete_' }, { name: 'account', arguments: '{}' }],
  };

  it('are judged if they can be told apart, else nothing that demands something of calls passes', async () => {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const piece of request) body += String(piece);
      const said = Object.entries(pieces).find(([name]) => body.includes(name))?.[1] ?? [];
      const deltas = said.map((given) => ({ tool_calls: [{ index: 0, id: '', function: given }] }));
      const choices = [...deltas.map((delta) => ({ delta })), { delta: {}, finish_reason: 'tool_calls' }];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const choice of choices) response.write(`data: ${JSON.stringify({ id: 'c', choices: [choice] })}\n\n`);
      const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
      response.end(`data: ${JSON.stringify({ id: 'c', choices: [], usage })}\n\ndata: [DONE]\n\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const agent = `const input = process.argv[2];
const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: input }] });
const answer = await fetch(process.env.OPENAI_BASE_URL + '/chat/completions', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
await answer.text();
console.log('all is well');
`;
    const cases = Object.keys(pieces).map((name) => [name, { input: name, expect: { tools } }]);
    const files = modelSuite(
      { command: [process.execPath, 'agent.mjs', '{input}'], record: true },
      Object.fromEntries(cases),
    );
    const base_urls = {
      openai: `${url}/v1`,
      anthropic: url,
      gemini: url,
      bedrock: url,
      ollama: url,
      azure: url,
      openrouter: url,
      vercel: url,
    };
    const run = await runOnce({ ...files, 'agent.mjs': agent }, { base_urls });
    server.close();
    expect(endsOf(run), run.stderr).toEqual(['failed: check', 'passed', 'error: judge']);
    expect(run.trials[2]?.error?.message).toContain('can not be told apart');
  });
});
