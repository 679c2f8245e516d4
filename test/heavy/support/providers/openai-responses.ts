import type { JsonObject } from '#domain/json.ts';
import { inputOf } from '../story.ts';
import { events, type NumberedStep, objects, type Provider, textOf } from './provider.ts';

/** OpenAI's Responses. Every answer begins with a reasoning item, as those of reasoning models do. */
export const openaiResponses: Provider = {
  path: '/v1/responses',
  progress(body) {
    const input = typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : body['input'];
    const items = objects(input);
    const last = items.findLastIndex(({ role }) => role === 'user');
    return {
      user_texts: items.filter(({ role }) => role === 'user').map(({ content }) => textOf(content)),
      results: items
        .slice(last + 1)
        .filter(({ type }) => type === 'function_call_output')
        .map((item) => ({ call_id: String(item['call_id']), text: textOf(item['output']) })),
    };
  },
  answer: (step) => response(step, 'completed', outputItems(step)),
  stream(step) {
    const items = outputItems(step);
    const list: JsonObject[] = [
      { type: 'response.created', response: response(step, 'in_progress', []) },
      ...items.flatMap((item, index) => itemEvents(item, index)),
      { type: 'response.completed', response: response(step, 'completed', items) },
    ];
    return events(list.map((event, index) => ({ ...event, sequence_number: index })));
  },
};

function response(step: NumberedStep, status: string, output: readonly JsonObject[]): JsonObject {
  const { usage } = step;
  return {
    id: `resp_${step.index}`,
    object: 'response',
    created_at: 1_790_000_000,
    status,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    model: 'gpt-story-2026-01-01',
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: 'medium', summary: null },
    service_tier: 'default',
    store: true,
    temperature: 1,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    usage:
      status === 'completed'
        ? {
            input_tokens: inputOf(usage),
            input_tokens_details: { cached_tokens: usage.cache_read, cache_write_tokens: usage.cache_write },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: usage.reasoning },
            total_tokens: inputOf(usage) + usage.output,
          }
        : null,
    user: null,
    metadata: {},
  };
}

function outputItems(step: NumberedStep): readonly JsonObject[] {
  const said: JsonObject = {
    id: `msg_${step.index}`,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', annotations: [], logprobs: [], text: step.text }],
  };
  return [
    { id: `rs_${step.index}`, type: 'reasoning', summary: [] },
    ...(step.text === '' ? [] : [said]),
    ...step.calls.map((call) => ({
      id: `fc_${call.id}`,
      type: 'function_call',
      status: 'completed',
      arguments: JSON.stringify(call.arguments),
      call_id: call.id,
      name: call.name,
    })),
  ];
}

function itemEvents(item: JsonObject, output_index: number): readonly JsonObject[] {
  const place = { item_id: item['id'] ?? '', output_index };
  return [
    { type: 'response.output_item.added', output_index, item: unfilled(item) },
    ...contentEvents(item, place),
    { type: 'response.output_item.done', output_index, item },
  ];
}

function unfilled(item: JsonObject): JsonObject {
  if (item['type'] === 'message') return { ...item, status: 'in_progress', content: [] };
  return item['type'] === 'function_call' ? { ...item, status: 'in_progress', arguments: '' } : item;
}

function contentEvents(item: JsonObject, place: JsonObject): readonly JsonObject[] {
  if (item['type'] === 'function_call') {
    const text = String(item['arguments']);
    return [
      { type: 'response.function_call_arguments.delta', ...place, delta: text },
      { type: 'response.function_call_arguments.done', ...place, name: item['name'] ?? '', arguments: text },
    ];
  }
  return objects(item['content']).flatMap((part, content_index) => {
    const text = textOf([part]);
    const where = { ...place, content_index };
    return [
      { type: 'response.content_part.added', ...where, part: { ...part, text: '' } },
      { type: 'response.output_text.delta', ...where, delta: text, logprobs: [] },
      { type: 'response.output_text.done', ...where, text, logprobs: [] },
      { type: 'response.content_part.done', ...where, part },
    ];
  });
}
