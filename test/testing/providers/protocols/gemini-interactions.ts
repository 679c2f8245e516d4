import type { JsonObject } from '../json.ts';
import { numberOrNull, objectOr, objects, stringOr, stringOrNull, textOf } from '../read-json.ts';
import { Refusal } from '../refusal.ts';
import type { ScriptMessage } from '../script.ts';
import { nameResults, userMessage } from './call-names.ts';
import { eventFrame, pieces } from './frames.ts';
import { inputItems, joinAssistant } from './openai-responses.ts';
import type { ChatRequest, Protocol, Reply } from './protocol.ts';

/** Gemini's Interactions. The steps of a stored one are kept by the server. */
export const geminiInteractions: Protocol = {
  endpoint: 'gemini_interactions',
  read(body, { previous }): ChatRequest {
    const named = stringOrNull(body['previous_interaction_id']);
    const before = named === null ? [] : previous(named);
    if (before === null) throw new Refusal(404, `Interaction ${named} not found.`);
    if (body['input'] === undefined) throw new Refusal(400, 'The input is required.');
    const steps = [...before, ...inputItems(body['input'])];
    return {
      model: stringOr(body['model'], ''),
      system: stringOrNull(body['system_instruction']),
      messages: nameResults(joinAssistant(steps.flatMap(readStep))),
      tool_schemas: objects(body['tools']).map((tool) => ({
        name: stringOr(tool['name'], ''),
        description: stringOr(tool['description'], ''),
        schema: objectOr(tool['parameters']),
      })),
      stream: body['stream'] === true,
      temperature: numberOrNull(objectOr(body['generation_config'])['temperature']),
      seed: null,
      parallel: true,
    };
  },
  whole: (reply) => ({ ...envelope(reply, statusOf(reply)), steps: stepsOf(reply), usage: usage(reply) }),
  stream: streamInteraction,
  unended: (reply) => streamInteraction(reply).slice(0, -1),
  streamError: (code, message) => eventFrame({ event_type: 'error', error: { code, message } }),
  streamType: 'text/event-stream; charset=utf-8',
  callId: ['', 8],
};

function streamInteraction(reply: Reply): readonly string[] {
  return [
    { event_type: 'interaction.created', interaction: envelope(reply, 'in_progress') },
    ...stepsOf(reply).flatMap(stepEvents),
    {
      event_type: 'interaction.completed',
      interaction: { ...envelope(reply, statusOf(reply)), usage: usage(reply) },
    },
  ].map(eventFrame);
}

function readStep(step: JsonObject): readonly ScriptMessage[] {
  switch (step['type']) {
    case 'thought':
      return [];
    case 'function_call': {
      const call = { id: stringOrNull(step['id']), name: stringOr(step['name'], '') };
      return [{ ...userMessage(''), role: 'assistant', calls: [{ ...call, arguments: objectOr(step['arguments']) }] }];
    }
    case 'function_result':
      return [
        {
          ...userMessage(textOf(step['result'])),
          role: 'tool',
          call_id: stringOrNull(step['call_id']),
          is_error: step['is_error'] === true,
        },
      ];
    case 'model_output':
      return [{ ...userMessage(textOf(step['content'])), role: 'assistant' }];
    case 'text':
      return [userMessage(stringOr(step['text'], ''))];
    default:
      return [userMessage(textOf(step['content']))];
  }
}

function statusOf({ finish }: Reply): string {
  return { stop: 'completed', refusal: 'completed', tool_calls: 'requires_action', length: 'incomplete' }[finish];
}

function envelope(reply: Reply, status: string): JsonObject {
  return { id: reply.id('v1_', 40), object: 'interaction', model: reply.model, status };
}

function stepsOf(reply: Reply): readonly JsonObject[] {
  const thought = { type: 'thought', signature: 'c2NyaXB0ZWQtc2lnbmF0dXJl' };
  const message = { type: 'model_output', content: [{ type: 'text', text: reply.text }] };
  const calls = reply.calls.map(({ id, name, parsed, raw }) => ({
    type: 'function_call',
    id,
    name,
    arguments: parsed ?? { invalid: raw },
  }));
  return [thought, ...(reply.text === '' ? [] : [message]), ...calls];
}

function stepEvents(step: JsonObject, index: number): readonly (JsonObject & { readonly event_type: string })[] {
  const { type = '', content, arguments: args, ...rest } = step;
  const [text] = objects(content);
  const deltas =
    type === 'model_output'
      ? pieces(stringOr(text?.['text'], '')).map((piece) => ({ type: 'text', text: piece }))
      : type === 'function_call'
        ? pieces(JSON.stringify(args)).map((piece) => ({ type: 'arguments_delta', arguments: piece }))
        : [];
  const start = { type, ...rest, ...(type === 'function_call' ? { arguments: {} } : {}) };
  return [
    { event_type: 'step.start', index, step: start },
    ...deltas.map((delta) => ({ event_type: 'step.delta', index, delta })),
    { event_type: 'step.stop', index },
  ];
}

/** Thoughts are counted beside the output. */
function usage({ usage: counts }: Reply): JsonObject {
  return {
    total_input_tokens: counts.input,
    total_cached_tokens: counts.cache_read,
    total_output_tokens: Math.max(0, counts.output - counts.reasoning),
    total_thought_tokens: counts.reasoning,
    total_tool_use_tokens: 0,
    total_tokens: counts.input + counts.output,
  };
}
