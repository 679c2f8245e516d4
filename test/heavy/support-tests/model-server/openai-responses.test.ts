import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '#test/support/model-server/model-server.ts';
import { recording, TOWN, weatherScript } from './weather.ts';

type Body = Pick<OpenAI.Responses.ResponseCreateParamsNonStreaming, 'model'> & {
  readonly input: string | OpenAI.Responses.ResponseInput;
  readonly instructions?: string;
  readonly previous_response_id?: string;
  readonly tools?: OpenAI.Responses.Tool[];
};

const TOOLS: OpenAI.Responses.Tool[] = [{ type: 'function', name: 'get_weather', parameters: TOWN, strict: true }];

describe('responses through the SDK of OpenAI', () => {
  test.each([false, true])('a conversation is carried by previous_response_id (streamed: %s)', async (streamed) => {
    const { asked, script } = recording(weatherScript);
    await using server = await startModelServer({ script });
    const respond = (body: Body) =>
      streamed ? client(server).responses.stream(body).finalResponse() : client(server).responses.create(body);
    const first = await respond({ model: 'gpt-x', instructions: 'Be brief.', input: 'weather in Brno', tools: TOOLS });
    expect(first.output.map(({ type }) => type)).toEqual(['message', 'function_call']);
    const requested = callIn(first);
    expect(requested).toMatchObject({ name: 'get_weather', arguments: '{"town":"Brno"}' });
    const second = await respond({
      model: 'gpt-x',
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: requested.call_id, output: 'sun' }],
      tools: TOOLS,
    });
    expect(second.output_text).toBe('In Brno: sun');
    expect(second.output[0]).toMatchObject({ type: 'reasoning', summary: [{ text: 'It is told.' }] });
    expect(second.previous_response_id).toBe(first.id);
    expect(asked[0]?.system).toBe('Be brief.');
    expect(asked[1]?.system).toBeNull();
    expect(asked[1]?.messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'weather in Brno'],
      ['assistant', 'Let me look.'],
      ['tool', 'sun'],
    ]);
    const third = await respond({ model: 'gpt-x', previous_response_id: second.id, input: 'thanks' });
    expect(third.output_text).toBe('You said: thanks');
    expect((await client(server).responses.retrieve(third.id)).output_text).toBe('You said: thanks');
    expect(server.failures).toEqual([]);
  });

  test('a conversation that the client sends back item by item is the same conversation', async () => {
    await using server = await startModelServer({ script: weatherScript });
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'weather in Brno' }];
    const first = await client(server).responses.create({ model: 'gpt-x', input, tools: TOOLS, store: false });
    const { call_id, name, arguments: args } = callIn(first);
    input.push(
      { role: 'assistant', content: first.output_text },
      { type: 'function_call', call_id, name, arguments: args },
      { type: 'function_call_output', call_id, output: 'rain' },
    );
    const second = await client(server).responses.create({ model: 'gpt-x', input, tools: TOOLS });
    expect(second.output_text).toBe('In Brno: rain');
    expect(second.usage).toMatchObject({ input_tokens_details: { cached_tokens: 0 } });
  });

  test('an answer that reached its limit is incomplete', async () => {
    await using server = await startModelServer({ script: () => ({ text: 'and so', finish: 'length' }) });
    const body = { model: 'gpt-x', input: 'tell me' };
    const whole = await client(server).responses.create(body);
    const streamed = await client(server).responses.stream(body).finalResponse();
    for (const answer of [whole, streamed])
      expect(answer).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
  });

  test.each([
    ['no input', { input: undefined }, "Missing required parameter: 'input'."],
    ['an unknown field', { messages: [] }, "Unknown parameter: 'messages'."],
    [
      'an unknown earlier response',
      { previous_response_id: 'resp_1' },
      "Previous response with id 'resp_1' not found.",
    ],
    ['a result without a call', { input: [result('call_1')] }, 'No tool call found for function call output'],
    ['a call without a result', { input: [functionCall('call_1')] }, 'No tool output found for function call call_1.'],
    ['a tool in the shape of chats', { tools: [{ type: 'function', function: { name: 'a' } }] }, "'tools[0].name'"],
  ])('%s is refused as a bad request', async (_, change, words) => {
    await using server = await startModelServer({ script: weatherScript });
    const sent = client(server).post('/responses', { body: { model: 'gpt-x', input: 'hello', ...change } });
    const error = await sent.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(String(error)).toContain(words);
  });

  test('a response that was not to be stored is not known later', async () => {
    await using server = await startModelServer({ script: weatherScript });
    const first = await client(server).responses.create({ model: 'gpt-x', input: 'hello', store: false });
    const next = client(server).responses.create({ model: 'gpt-x', input: 'hello', previous_response_id: first.id });
    await expect(next).rejects.toMatchObject({ code: 'previous_response_not_found' });
  });
});

function client(server: ModelServer): OpenAI {
  return new OpenAI({ apiKey: 'sk-test', baseURL: server.base_urls.openai, maxRetries: 0 });
}

function callIn({ output }: OpenAI.Responses.Response): OpenAI.Responses.ResponseFunctionToolCall {
  const requested = output.find(
    (item): item is OpenAI.Responses.ResponseFunctionToolCall => item.type === 'function_call',
  );
  if (requested === undefined) throw new Error('no call was requested');
  return requested;
}

function result(call_id: string) {
  return { type: 'function_call_output', call_id, output: '1' };
}

function functionCall(call_id: string) {
  return { type: 'function_call', call_id, name: 'a', arguments: '{}' };
}
