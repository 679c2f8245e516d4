import type { JsonObject } from './json.ts';
import type { ChatRequest, Protocol, Reply, ReplyCall, ReplyUsage } from './protocols/protocol.ts';
import type { Provider } from './provider.ts';
import { drawId, type Random, randomFrom } from './randomness.ts';
import { parseObject } from './read-json.ts';
import type { AnswerCall, ScriptAnswer } from './script.ts';

/** What a reply is made of. */
export interface Exchange {
  readonly provider: Provider;
  readonly protocol: Protocol;
  readonly request: ChatRequest;
  readonly body: JsonObject;
  readonly ids: Random;
}

/** Fills in what the script left out. A request that allows one call at a time gets the first only. */
export function composeReply(answer: ScriptAnswer, { provider, protocol, request, body, ids: fresh }: Exchange): Reply {
  const ids = answer.cached_as === undefined ? fresh : randomFrom(answer.cached_as);
  const wanted = answer.calls ?? [];
  const calls = (request.parallel ? wanted : wanted.slice(0, 1)).map((call) => composeCall(call, protocol, ids));
  const text = answer.text ?? '';
  const reasoning = answer.reasoning ?? '';
  const drawn = new Map<string, string>();
  return {
    provider,
    request,
    body,
    model: answer.model ?? request.model,
    text,
    reasoning,
    calls,
    finish: answer.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
    usage: composeUsage(answer, request, text + reasoning + calls.map(({ name, raw }) => name + raw).join('')),
    created: Math.floor(Date.now() / 1000),
    // One id of each kind: the beginning and the end of a stream name the same answer.
    id: (prefix, length) => {
      const id = drawn.get(prefix) ?? drawId(ids, prefix, length);
      drawn.set(prefix, id);
      return id;
    },
  };
}

/** A quarter of the characters, at least 1. */
export function estimateTokens(text: string): number {
  return Math.max(1, Math.ceil(text.length / 4));
}

/** The text of everything that a request makes the model read. */
export function promptText({ system, messages, tool_schemas }: ChatRequest): string {
  const texts = messages.map(
    ({ text, calls }) => text + calls.map((call) => call.name + JSON.stringify(call.arguments)).join(''),
  );
  return [system ?? '', ...texts, ...tool_schemas.map((tool) => JSON.stringify(tool))].join('\n');
}

function composeCall(call: AnswerCall, protocol: Protocol, ids: Random): ReplyCall {
  const raw = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {});
  return { id: call.id ?? drawId(ids, ...protocol.callId), name: call.name, raw, parsed: parseObject(raw) };
}

function composeUsage({ usage = {} }: ScriptAnswer, request: ChatRequest, text: string): ReplyUsage {
  return {
    input: usage.input ?? estimateTokens(promptText(request)),
    output: usage.output ?? estimateTokens(text),
    cache_read: usage.cache_read ?? 0,
    cache_write: usage.cache_write ?? 0,
    reasoning: usage.reasoning ?? 0,
  };
}
