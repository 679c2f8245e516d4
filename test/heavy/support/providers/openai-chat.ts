import type { JsonObject } from '#domain/json.ts';
import { inputOf, type StoryCall } from '../story.ts';
import { events, type NumberedStep, objects, type Provider, textOf } from './provider.ts';

/** OpenAI's Chat Completions. */
export const openaiChat: Provider = {
  path: '/v1/chat/completions',
  progress(body) {
    const messages = objects(body['messages']);
    const users = messages.filter(({ role }) => role === 'user');
    const last = messages.findLastIndex(({ role }) => role === 'user');
    return {
      user_texts: users.map(({ content }) => textOf(content)),
      results: messages
        .slice(last + 1)
        .filter(({ role }) => role === 'tool')
        .map((message) => ({ call_id: String(message['tool_call_id']), text: textOf(message['content']) })),
    };
  },
  answer: (step) => ({
    ...head(step, 'chat.completion'),
    choices: [{ index: 0, message: message(step), logprobs: null, finish_reason: finishReason(step) }],
    usage: usage(step),
  }),
  stream(step) {
    const chunk = (delta: JsonObject, reason: string | null = null) => ({
      ...head(step, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
      usage: null,
    });
    return events(
      [
        chunk({ role: 'assistant', content: '', refusal: null }),
        ...halves(step.text).map((content) => chunk({ content })),
        ...step.calls.flatMap((call, index) => [
          chunk({ tool_calls: [{ index, ...toolCall(call, '') }] }),
          ...halves(JSON.stringify(call.arguments)).map((part) =>
            chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
          ),
        ]),
        chunk({}, finishReason(step)),
        { ...head(step, 'chat.completion.chunk'), choices: [], usage: usage(step) },
      ],
      'data: [DONE]\n\n',
    );
  },
};

function head(step: NumberedStep, object: string): JsonObject {
  return {
    id: `chatcmpl-${step.index}`,
    object,
    created: 1_790_000_000,
    model: 'gpt-story-2026-01-01',
    service_tier: 'default',
    system_fingerprint: null,
  };
}

function message(step: NumberedStep): JsonObject {
  const calls = step.calls.map((call) => toolCall(call, JSON.stringify(call.arguments)));
  return {
    role: 'assistant',
    content: step.text === '' ? null : step.text,
    refusal: null,
    annotations: [],
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function toolCall(call: StoryCall, args: string): JsonObject {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: args } };
}

function finishReason({ calls }: NumberedStep): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function usage({ usage: counts }: NumberedStep): JsonObject {
  return {
    prompt_tokens: inputOf(counts),
    completion_tokens: counts.output,
    total_tokens: inputOf(counts) + counts.output,
    prompt_tokens_details: { cached_tokens: counts.cache_read, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: counts.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

/** A text in two pieces; nothing for an empty one. */
function halves(text: string): readonly string[] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
}
