import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { endsOf, modelSuite, runOnce } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';

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
