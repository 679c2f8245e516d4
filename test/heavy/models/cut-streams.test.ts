import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { endsOf, modelSuite, runOnce } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { call, lastUser } from '#test/testing/providers/rules.ts';
import type { ModelScript, ScriptAnswer } from '#test/testing/providers/script.ts';

/** Cuts its stream as its input says, and answers all the same. */
const AGENT = program('stream-cutter.mjs');

it('a stream that the agent cuts belongs to the turn that it answers then: its step counts, its tokens are unknown, and its calls if it requested any', async () => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    if (body.includes('read time-out')) return;
    const usage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 };
    const chunk = (choice: object) => `data: ${JSON.stringify({ id: 'c', choices: [choice], usage })}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const call = { index: 0, id: 'a', function: { name: 'issue_refund', arguments: '{}' } };
    response.write(chunk({ delta: body.includes('a call') ? { tool_calls: [call] } : { content: 'all is ' } }));
    if (body.includes('whole')) response.end(`${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const others = { gemini: url, bedrock: url, azure: url, openrouter: url, vercel: url };
  const base_urls = { ...others, openai: `${url}/v1`, anthropic: url, ollama: url };
  const ways = ['whole', 'cut at once', 'cut, then a pause', 'read time-out', 'cut after a call'];
  const demands = { tools: { forbidden: ['issue_refund'] } };
  const cases = Object.fromEntries(ways.map((input, at) => [`case-${at}`, { input, expect: demands }]));
  const files = modelSuite({ command: [process.execPath, 'agent.mjs'], record: true, tools: 'none' }, cases, {
    trials: 4,
  });
  const run = await runOnce({ ...files, 'agent.mjs': AGENT }, { base_urls });
  server.closeAllConnections();
  server.close();
  expect(endsOf(run), run.stderr).toEqual([...Array(16).fill('passed'), ...Array(4).fill('error: judge')]);
  const seen = run.results?.cases.map(({ trials }) => trials.map(({ steps, usage }) => [steps, usage.total_tokens]));
  expect(seen).toEqual([Array(4).fill([1, 11]), ...Array(4).fill(Array(4).fill([1, null]))]);
});

/** By what the agent does and its provider sends: what becomes of the trial, whatever the agent says. */
const ENDS: Readonly<Record<string, readonly [Partial<ScriptAnswer>, string]>> = {
  whole: [{}, 'failed: check'],
  'whole, as JSON': [{ stream_type: 'application/json' }, 'failed: check'],
  'whole, as plain text': [{ stream_type: 'text/plain' }, 'failed: check'],
  'unended, the last': [{ fault: { kind: 'unended' } }, 'error: network'],
  'unended, as JSON, the last': [{ stream_type: 'application/json', fault: { kind: 'unended' } }, 'error: network'],
  'unended, goes on': [{ fault: { kind: 'unended' } }, 'error: judge'],
  'unended, asks again': [{ fault: { kind: 'unended' } }, 'passed'],
  'an error, goes on': [
    { fault: { kind: 'stream_error', type: 'server_error', message: 'overloaded', late: true } },
    'error: judge',
  ],
  'plain failure, the last': [{ fault: { kind: 'reset' } }, 'error: network'],
  'plain failure, goes on': [{ fault: { kind: 'reset' } }, 'passed'],
};
const APIS = ['chat', 'responses', 'messages', 'gemini', 'interactions', 'converse', 'invoke', 'ollama', 'vercel'];

it.each(APIS)('no forbidden call is lost with the end of its answer: %s', async (api) => {
  const again = new Set<string>();
  const script: ModelScript = (request) => {
    const way = lastUser(request).slice(api.length + 1);
    const [how] = ENDS[way] ?? [];
    const isRepeated = way.includes('asks again') && again.has(way);
    again.add(way);
    if (how === undefined || isRepeated) return { text: 'all is well' };
    return { text: 'I do it.', calls: [call('issue_refund', { id: 7 })], ...how };
  };
  await using server = await startModelServer(script);
  // Frames of Bedrock are no text: a client reads them by their type.
  const ways = Object.entries(ENDS).filter(([way]) => !/^(?:converse|invoke)/.test(api) || !way.includes(', as '));
  const expect_ = { tools: { forbidden: ['issue_refund'] } };
  const cases = Object.fromEntries(
    ways.map(([way], at) => [`case-${at}`, { input: `${api} ${way}`, expect: expect_ }]),
  );
  const agent = { command: [process.execPath, 'agent.mjs'], record: true, tools: 'none' };
  const files = modelSuite(agent, cases, { concurrency: 3 });
  const run = await runOnce({ ...files, 'agent.mjs': program('any-api-caller.mjs') }, server, [], {
    AI_GATEWAY_BASE_URL: server.base_urls.vercel,
    AI_GATEWAY_API_KEY: 'any',
    ANTHROPIC_API_KEY: 'any',
    GEMINI_API_KEY: 'any',
    AWS_ACCESS_KEY_ID: 'AKIAREAL',
    AWS_SECRET_ACCESS_KEY: 'any',
  });
  const ends = endsOf(run);
  expect(Object.fromEntries(ways.map(([way], at) => [way, ends[at]])), run.stderr).toEqual(
    Object.fromEntries(ways.map(([way, [, end]]) => [way, end])),
  );
  expect(server.failures).toEqual([]);
});
