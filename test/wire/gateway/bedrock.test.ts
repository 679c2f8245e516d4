import { describe, expect, test } from 'vitest';
import { systemClock } from '#commands/terminal/clock.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { createCassettes } from '#wire/cassettes/create-cassettes.ts';
import { attemptAt, REAL_KEY, type Scene, startScene } from './scene.ts';

const PATH = '/model/anthropic.claude-scripted-v1%3A0';
const BODY = { messages: [{ role: 'user', content: [{ text: 'Where is A1?' }] }] };
const ANSWER: ModelScript = () => ({
  text: 'One moment, please. I look it up for you.',
  calls: [{ name: 'look', arguments: { order: 'A1' } }],
  usage: { input: 30, output: 12, cache_read: 15, cache_write: 5 },
});
/** Signatures are good for five minutes by the server's clock. */
const KEYS = { keys: [REAL_KEY], clock: systemClock };
const converse = (scene: Scene, path = `${PATH}/converse`, more = {}) =>
  scene.ask({ provider: 'bedrock', path, body: BODY, ...more });

describe('a request to Bedrock', () => {
  test('is signed again: the server takes it, and saw nothing that the client signed', async () => {
    await using scene = await startScene(ANSWER, { ...KEYS, environment: { AWS_SESSION_TOKEN: 'real-session-token' } });
    const authorization = 'AWS4-HMAC-SHA256 Credential=dummy/20260101/us-east-1/bedrock/aws4_request, Signature=0';
    const { status } = await converse(scene, undefined, {
      headers: { authorization, 'x-amz-security-token': 'dummy' },
    });
    expect(status).toBe(200);
    const [seen] = scene.server.requests;
    expect(seen?.headers.authorization).toMatch(/Credential=AKIAREAL\/\d{8}\/us-east-1\/bedrock\/aws4_request/);
    expect(seen?.headers['x-amz-security-token']).toBe('real-session-token');
    expect(JSON.stringify(seen?.headers)).not.toContain('dummy');
  });

  test('is refused with another secret, and the run ends with one message', async () => {
    await using scene = await startScene(ANSWER, { ...KEYS, environment: { AWS_SECRET_ACCESS_KEY: 'wrong-wrong' } });
    expect((await converse(scene)).status).toBe(403);
    expect(scene.gateway.refusal()).toContain('refuses the key of AWS_SECRET_ACCESS_KEY (403): The request signature');
  });

  test('by an API key of Bedrock is not signed', async () => {
    await using scene = await startScene(ANSWER, { ...KEYS, environment: { AWS_BEARER_TOKEN_BEDROCK: REAL_KEY } });
    expect((await converse(scene)).status).toBe(200);
    expect(scene.server.requests[0]?.headers.authorization).toBe(`Bearer ${REAL_KEY}`);
  });

  test('that its client signed for another region is refused, and goes nowhere', async () => {
    await using scene = await startScene(ANSWER);
    const authorization = 'AWS4-HMAC-SHA256 Credential=dummy/20260101/eu-west-1/bedrock/aws4_request, Signature=0';
    const { status, text } = await converse(scene, undefined, { headers: { authorization } });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({ __type: 'agent_eval_rejected', message: expect.stringContaining('AWS_REGION') });
    expect(scene.server.requests).toEqual([]);
  });

  test.each(['converse', 'converse-stream'])(
    '%s: text, calls and tokens are read, caches among the input',
    async (action) => {
      await using scene = await startScene(ANSWER, {
        prices: {
          'anthropic.claude-scripted-v1:0': { input: 1, output: 10, input_cache_read: null, input_cache_write: null },
        },
      });
      await converse(scene, `${PATH}/${action}`);
      expect(scene.calls).toMatchObject([
        {
          endpoint: 'bedrock_converse',
          request: { model: 'anthropic.claude-scripted-v1:0', stream: action === 'converse-stream' },
          answer: {
            text: 'One moment, please. I look it up for you.',
            calls: [{ name: 'look', arguments: { order: 'A1' } }],
          },
          usage: {
            input_tokens: 30,
            output_tokens: 12,
            total_tokens: 42,
            cache_read_tokens: 15,
            cache_write_tokens: 5,
            cost_usd: 150 / 1e6,
            models: ['anthropic.claude-scripted-v1:0'],
          },
        },
      ]);
    },
  );

  test('that is throttled in mid-stream is a rate limit, not the failure of the agent', async () => {
    const fault = { kind: 'stream_error', type: 'throttlingException', message: 'Too many tokens' } as const;
    await using scene = await startScene(() => ({ text: 'One moment, please. I look it up.', fault }));
    await converse(scene, `${PATH}/converse-stream`);
    expect(scene.calls[0]?.fault).toMatchObject({
      kind: 'rate_limit',
      message: expect.stringContaining('Too many tokens'),
    });
  });

  test('whose credentials expire in the middle of a run ends it, though they were good before', async () => {
    let asked = 0;
    const error = { type: 'ExpiredTokenException', message: 'The security token included in the request is expired' };
    await using scene = await startScene((request) => {
      asked += 1;
      return asked === 1 ? ANSWER(request) : { fault: { status: 403, error } };
    });
    await converse(scene);
    expect(scene.gateway.refusal()).toBeNull();
    await converse(scene);
    expect(scene.gateway.refusal()).toContain('because they have expired (403)');
    expect(scene.gateway.refusal()).toContain('role-duration-seconds');
  });

  test("when the model itself fails (424), that is the provider's fault", async () => {
    await using scene = await startScene(() => ({ fault: { status: 424, error: { message: 'The model failed' } } }));
    await converse(scene);
    expect(scene.calls[0]?.fault?.kind).toBe('provider');
  });

  test('that quotes the session token gets an answer without it', async () => {
    const token = 'real-session-token-real';
    const error = { message: `x-amz-security-token:${token}` };
    await using scene = await startScene(() => ({ fault: { status: 400, error } }), {
      environment: { AWS_SESSION_TOKEN: token },
    });
    expect((await converse(scene)).text).not.toContain(token);
  });

  test('streams from a cassette the bytes that were recorded, readable in the file', async () => {
    await using folder = await folderWith({});
    const stored = (mode: 'record' | 'strict') =>
      createCassettes({ folder: folder.path, mode, redact: (text) => text });
    const play = async (mode: 'record' | 'strict') => {
      const cassettes = stored(mode);
      await using scene = await startScene(ANSWER, { cassettes });
      const context = { attempt: attemptAt('one') };
      const { text } = await converse(scene, `${PATH}/converse-stream`, { context });
      await cassettes.close();
      return { text, calls: scene.calls, asked: scene.server.requests.length };
    };
    const recorded = await play('record');
    const replayed = await play('strict');
    expect(replayed.asked).toBe(0);
    expect(replayed.text).toBe(recorded.text);
    expect(replayed.calls[0]?.answer).toEqual(recorded.calls[0]?.answer);
    expect(recorded.calls[0]?.answer?.calls).toHaveLength(1);
  });
});

describe('the body of InvokeModel', () => {
  const invoke = (scene: Scene, body: object) =>
    scene.ask({ provider: 'bedrock', path: '/model/meta.llama3-v1%3A0/invoke', body: body as never });

  test.each([
    ['Llama', { generation: 'Hello', prompt_token_count: 5, generation_token_count: 2, stop_reason: 'stop' }, 7],
    ['Mistral', { outputs: [{ text: 'Hello', stop_reason: 'stop' }] }, null],
    [
      'Nova',
      {
        output: { message: { role: 'assistant', content: [{ text: 'Hello' }] } },
        usage: { inputTokens: 5, outputTokens: 2 },
      },
      7,
    ],
    [
      'gpt-oss',
      {
        choices: [{ message: { role: 'assistant', content: 'Hello' } }],
        usage: { prompt_tokens: 5, completion_tokens: 2 },
      },
      7,
    ],
  ])('%s: the text, and the tokens that it tells', async (_, body, tokens) => {
    await using scene = await startScene(() => ({ fault: { status: 200, body: JSON.stringify(body) } }));
    await invoke(scene, { anthropic_version: 'x', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] });
    expect(scene.calls[0]?.answer?.text).toBe('Hello');
    expect(scene.calls[0]?.usage?.total_tokens ?? null).toBe(tokens);
  });

  test('tells the tokens by its headers where the model does not', async () => {
    const headers = { 'x-amzn-bedrock-input-token-count': '5', 'x-amzn-bedrock-output-token-count': '2' };
    const body = JSON.stringify({ outputs: [{ text: 'Hello' }] });
    await using scene = await startScene(() => ({ fault: { status: 200, body, headers } }));
    await invoke(scene, { anthropic_version: 'x', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] });
    expect(scene.calls[0]?.usage?.total_tokens).toBe(7);
  });

  test('of an unknown shape is no answer, rather than one without calls', async () => {
    const body = JSON.stringify({ video: 's3://x' });
    await using scene = await startScene(() => ({ fault: { status: 200, body } }));
    await invoke(scene, { anthropic_version: 'x', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] });
    expect(scene.calls[0]).toMatchObject({ answer: null, fault: { kind: 'provider' } });
  });
});
