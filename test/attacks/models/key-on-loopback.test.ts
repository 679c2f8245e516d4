import { expect, test } from 'vitest';
import { upstreamsOf } from '#test/wire/gateway/scene.ts';

const OLLAMA_API_KEY = 'ollama-real-0123456789';

test('a program on Ollama’s default port gets no key: it could be the agent', () => {
  expect(upstreamsOf({ OLLAMA_API_KEY }).ollama).toMatchObject({ host: '127.0.0.1:11434', key: null });
});

test('a host that the workflow names for Ollama gets it', () => {
  for (const OLLAMA_HOST of ['https://ollama.com', 'http://127.0.0.1:11434']) {
    expect(upstreamsOf({ OLLAMA_API_KEY, OLLAMA_HOST }).ollama.key).toBe(OLLAMA_API_KEY);
  }
});
