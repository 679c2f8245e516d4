import { describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '#test/support/model-server/model-server.ts';
import { recording, TOWN, weatherScript } from './weather.ts';

const TOOLS = [{ type: 'function', function: { name: 'get_weather', description: 'Weather now', parameters: TOWN } }];
const QUESTION = { role: 'user', content: 'weather in Brno' };

describe('the chat of Ollama', () => {
  test('a whole answer has arguments as an object and counts', async () => {
    await using server = await startModelServer({ script: weatherScript });
    const answer = await chat(server, { messages: [QUESTION], tools: TOOLS, stream: false });
    expect(await answer.json()).toMatchObject({
      model: 'scripted',
      message: {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [{ function: { name: 'get_weather', arguments: { town: 'Brno' } } }],
      },
      done: true,
      done_reason: 'stop',
      prompt_eval_count: expect.any(Number),
      eval_count: expect.any(Number),
    });
  });

  test('it streams lines of JSON unless told otherwise; the last is done and has the counts', async () => {
    const { asked, script } = recording(weatherScript);
    await using server = await startModelServer({ script });
    const used = {
      role: 'assistant',
      content: '',
      tool_calls: [{ function: { name: 'get_weather', arguments: { town: 'Brno' } } }],
    };
    const result = { role: 'tool', tool_name: 'get_weather', content: 'sun' };
    const answer = await chat(server, {
      messages: [{ role: 'system', content: 'Be brief.' }, QUESTION, used, result],
      options: { temperature: 0.5, seed: 7 },
    });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ message }) => message.content).join('')).toBe('In Brno: sun');
    expect(lines.map(({ message }) => message.thinking ?? '').join('')).toBe('It is told.');
    expect(lines.map(({ done }) => done)).toEqual([...Array(lines.length - 1).fill(false), true]);
    expect(lines.at(-1)).toMatchObject({ done_reason: 'stop', eval_count: expect.any(Number) });
    expect(asked[0]).toMatchObject({ system: 'Be brief.', temperature: 0.5, seed: 7, stream: true });
  });

  test('results without a name belong to the calls in their order', async () => {
    const { asked, script } = recording(() => ({ text: 'so' }));
    await using server = await startModelServer({ script });
    const tool_calls = ['a', 'b'].map((name) => ({ function: { name, arguments: {} } }));
    await chat(server, {
      messages: [
        QUESTION,
        { role: 'assistant', content: '', tool_calls },
        { role: 'tool', content: '1' },
        { role: 'tool', content: '2' },
      ],
    });
    expect(asked[0]?.messages.slice(2).map(({ tool_name, text }) => [tool_name, text])).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  test('errors are plain: no model, an unknown model, a path that is not there', async () => {
    await using server = await startModelServer({ script: weatherScript, models: ['llama'] });
    const nameless = await chat(server, { model: '', messages: [QUESTION] });
    expect([nameless.status, await nameless.json()]).toEqual([400, { error: 'model is required' }]);
    const unknown = await chat(server, { model: 'mistral', messages: [QUESTION] });
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: "model 'mistral' not found" }]);
    expect((await fetch(`${server.url}/api/nothing`)).status).toBe(404);
  });

  test('tags, show and version answer', async () => {
    await using server = await startModelServer({ script: weatherScript, models: ['llama'] });
    expect(await (await fetch(`${server.url}/api/tags`)).json()).toMatchObject({ models: [{ name: 'llama' }] });
    const shown = await fetch(`${server.url}/api/show`, { method: 'POST', body: '{"model":"llama"}' });
    expect(await shown.json()).toMatchObject({ capabilities: ['completion', 'tools'] });
    expect(await (await fetch(`${server.url}/api/version`)).json()).toHaveProperty('version');
  });

  test('its imitation of OpenAI needs no key, knows every field, and tells sums only', async () => {
    const { asked, script } = recording(weatherScript);
    await using server = await startModelServer({ script });
    const answer = await fetch(`${server.url}/ollama/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'llama', messages: [{ role: 'user', content: 'hello' }], keep_alive: 5 }),
    });
    expect(await answer.json()).toMatchObject({
      object: 'chat.completion',
      system_fingerprint: 'fp_ollama',
      choices: [{ message: { content: 'You said: hello' } }],
      usage: { prompt_tokens: 2, completion_tokens: 4, total_tokens: 6 },
    });
    expect(asked[0]).toMatchObject({ provider: 'ollama', endpoint: 'openai_chat' });
  });
});

function chat(server: ModelServer, body: object): Promise<Response> {
  const url = `${server.base_urls.ollama}/api/chat`;
  return fetch(url, { method: 'POST', body: JSON.stringify({ model: 'scripted', ...body }) });
}
