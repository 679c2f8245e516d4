import type { JsonObject } from '../json.ts';
import { numberOrNull, objectOr, objects, stringOr, stringOrNull, textOf } from '../read-json.ts';
import { Refusal } from '../refusal.ts';
import type { ScriptMessage } from '../script.ts';
import { conversationIn, userMessage } from './call-names.ts';
import { pieces } from './frames.ts';
import type { ChatRequest, Protocol, Reply } from './protocol.ts';

/** Ollama's own chat: streams unless told otherwise, arguments are objects, results carry names. It refuses little. */
export const ollamaChat: Protocol = {
  endpoint: 'ollama_chat',
  read(body) {
    if (typeof body['model'] !== 'string' || body['model'] === '') throw new Refusal(400, 'model is required');
    const wrong = objects(body['messages']).find(({ role }) => typeof role !== 'string');
    if (wrong !== undefined) throw new Refusal(400, 'invalid role: , must be one of [system user assistant tool]');
    return readChat(body);
  },
  whole: (reply) => ({ ...line(reply, message(reply, textOfReply(reply), reply.reasoning, true)), ...end(reply) }),
  stream: streamLines,
  unended: (reply) => streamLines(reply).slice(0, -1),
  streamError: (_type, text) => `${JSON.stringify({ error: text })}\n`,
  streamType: 'application/x-ndjson',
  callId: ['call_', 8],
};

function streamLines(reply: Reply): readonly string[] {
  return [
    ...pieces(reply.reasoning).map((part) => line(reply, message(reply, '', part, false))),
    ...pieces(textOfReply(reply)).map((part) => line(reply, message(reply, part, '', false))),
    ...(good(reply).length > 0 ? [line(reply, message(reply, '', '', true))] : []),
    { ...line(reply, message(reply, '', '', false)), ...end(reply) },
  ].map((chunk) => `${JSON.stringify(chunk)}\n`);
}

function readChat(body: JsonObject): ChatRequest {
  const options = objectOr(body['options']);
  return {
    ...conversationIn(body, ['system'], readMessage),
    stream: body['stream'] !== false,
    temperature: numberOrNull(options['temperature']),
    seed: numberOrNull(options['seed']),
    parallel: true,
  };
}

function readMessage(message: JsonObject): ScriptMessage {
  const { role } = message;
  return {
    ...userMessage(textOf(message['content'])),
    role: role === 'assistant' || role === 'tool' ? role : 'user',
    calls: objects(message['tool_calls']).map((call) => {
      const called = objectOr(call['function']);
      return {
        id: stringOrNull(call['id']),
        name: stringOr(called['name'], ''),
        arguments: objectOr(called['arguments']),
      };
    }),
    call_id: stringOrNull(message['tool_call_id']),
    tool_name: stringOrNull(message['tool_name']) ?? stringOrNull(message['name']),
  };
}

function line(reply: Reply, message: JsonObject): JsonObject {
  return {
    model: reply.model,
    created_at: new Date(reply.created * 1000).toISOString(),
    message,
    done: false,
  };
}

function message(reply: Reply, content: string, thinking: string, withCalls: boolean): JsonObject {
  const calls = withCalls ? good(reply) : [];
  return {
    role: 'assistant',
    content,
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function good(reply: Reply): readonly JsonObject[] {
  return reply.calls
    .flatMap(({ id, name, parsed }) => (parsed === null ? [] : [{ id, name, parsed }]))
    .map(({ id, name, parsed }, index) => ({ id, function: { index, name, arguments: parsed } }));
}

/** What Ollama cannot read as a call stays in the text. */
function textOfReply(reply: Reply): string {
  const bad = reply.calls.filter(({ parsed }) => parsed === null);
  return reply.text + bad.map(({ name, raw }) => `{"name": "${name}", "arguments": ${raw}}`).join('\n');
}

/** Ollama says `stop` after calls, too. Durations are nanoseconds. */
function end({ finish, usage }: Reply): JsonObject {
  return {
    done: true,
    done_reason: finish === 'length' ? 'length' : 'stop',
    total_duration: 2_000_000,
    load_duration: 500_000,
    prompt_eval_count: usage.input,
    prompt_eval_duration: 500_000,
    eval_count: usage.output,
    eval_duration: 1_000_000,
  };
}
