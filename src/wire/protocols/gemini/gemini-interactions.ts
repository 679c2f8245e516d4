import { given, isJsonObject, type JsonObject } from '#common/json.ts';
import { contentText, objectsOf, resultContent, stringOrNull } from '#trials/messages/content-text.ts';
import { geminiUsage } from '#trials/messages/gemini.ts';
import type { MessageEvent } from '#trials/messages/message-shape.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import { endpointFormat } from '../format/endpoint-format.ts';
import { objectOf, withModel } from '../format/read-body.ts';
import { interactionBody } from './gemini-interactions-stream.ts';

/**
 * Interactions: a request and its answer are lists of steps. With `previous_interaction_id` a request has only what is new:
 * results are matched to their calls by id.
 */
export const geminiInteractions = endpointFormat({
  inCommonNames({ system_instruction, generation_config, input, ...rest }) {
    return {
      ...rest,
      ...objectOf(generation_config),
      ...(system_instruction === undefined ? {} : { system: system_instruction }),
      messages: Array.isArray(input) ? input : input === undefined ? [] : [input],
    };
  },
  messages: ({ messages }) => objectsOf(messages).flatMap(eventsIn),
  answer({ id = null, model = null, status, steps, error }) {
    if (error !== undefined || !COMPLETE.has(stringOrNull(status) ?? '')) return null;
    return {
      named: { id, model },
      events: objectsOf(steps).flatMap(eventsIn),
      requests: status === 'requires_action',
    };
  },
  usage: usageIn,
  builder: interactionBody,
});

/** `requires_action`: functions of the agent; the others: a limit of its own was reached. */
const COMPLETE: ReadonlySet<string> = new Set([
  'completed',
  'requires_action',
  'requires_continuation',
  'incomplete',
  'budget_exceeded',
]);

/** One step. Calls and results of tools that the provider runs end in `_call` and `_result`, after the tool's name. */
function eventsIn(step: JsonObject): readonly MessageEvent[] {
  const { type, content, id, call_id, name } = step;
  const [, tool, kind] = /^(\w+)_(call|result)$/.exec(stringOrNull(type) ?? '') ?? [];
  const called = stringOrNull(name) ?? (tool === 'function' ? '' : (tool ?? ''));
  if (kind === 'call') {
    const call = { id: stringOrNull(id), name: called, arguments: readArguments(step['arguments']) };
    return [{ kind: 'model', text: '', calls: [call], usage: null, group: null }];
  }
  if (kind === 'result') {
    const failed = step['is_error'] === true;
    const known = { name: tool === 'function' ? stringOrNull(name) : called, result: resultContent(step['result']) };
    return [{ kind: 'result', call_id: stringOrNull(call_id), status: failed ? 'error' : 'ok', ...known }];
  }
  if (type === 'thought') return [{ kind: 'other' }];
  const text = contentText(content ?? [step]);
  return [
    type === 'model_output' ? { kind: 'model', text, calls: [], usage: null, group: null } : { kind: 'user', text },
  ];
}

/** Thoughts are counted separately from the output, and what the provider's own tools read separately from the input, as `generateContent` does. */
function usageIn({ usage, model }: JsonObject): Usage | null {
  if (!isJsonObject(usage)) return null;
  const fields = {
    promptTokenCount: usage['total_input_tokens'],
    toolUsePromptTokenCount: usage['total_tool_use_tokens'],
    candidatesTokenCount: usage['total_output_tokens'],
    thoughtsTokenCount: usage['total_thought_tokens'],
    cachedContentTokenCount: usage['total_cached_tokens'],
    totalTokenCount: usage['total_tokens'],
  };
  const read = geminiUsage(given(fields));
  return read === null ? null : withModel(read, model);
}
