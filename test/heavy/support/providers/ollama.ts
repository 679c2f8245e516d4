import type { JsonObject } from '#domain/json.ts';
import { inputOf } from '../story.ts';
import { type NumberedStep, objects, type Provider, textOf } from './provider.ts';

/** Ollama's chat: calls and results have no ids. */
export const ollama: Provider = {
  path: '/api/chat',
  progress(body) {
    const messages = objects(body['messages']);
    const last = messages.findLastIndex(({ role }) => role === 'user');
    return {
      user_texts: messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content)),
      results: messages
        .slice(last + 1)
        .filter(({ role }) => role === 'tool')
        .map((message) => ({ call_id: null, text: textOf(message['content']) })),
    };
  },
  answer,
  stream: (step) => ({
    type: 'application/x-ndjson',
    text: `${JSON.stringify(answer(step))}\n`,
  }),
};

function answer(step: NumberedStep): JsonObject {
  const calls = step.calls.map(({ name, arguments: args }) => ({ function: { name, arguments: args } }));
  return {
    model: 'story:latest',
    created_at: '2026-01-01T00:00:00.000000Z',
    message: { role: 'assistant', content: step.text, ...(calls.length > 0 ? { tool_calls: calls } : {}) },
    done_reason: 'stop',
    done: true,
    total_duration: 1_000_000,
    load_duration: 1000,
    prompt_eval_count: inputOf(step.usage),
    prompt_eval_duration: 1000,
    eval_count: step.usage.output,
    eval_duration: 1000,
  };
}
