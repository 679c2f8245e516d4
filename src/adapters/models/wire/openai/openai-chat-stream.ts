import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { contentText, objectsOf, stringOrNull } from '#domain/messages/content-text.ts';
import { objectOf } from '../read-body.ts';
import type { BodyBuilder } from '../stream-reader.ts';

/** Combines the chunks of Chat Completions. The answer is complete when its choice has a `finish_reason`, or at `[DONE]`. */
export function chatBody(): BodyBuilder {
  const text = { content: '', refusal: '' };
  const calls: StreamedCall[] = [];
  const legacy: StreamedCall = emptyCall(null);
  const known: { id: Json; model: Json; usage: Json } = { id: null, model: null, usage: null };
  let whole = false;
  return {
    take(chunk) {
      // Servers that filter content begin with a chunk whose id is empty.
      known.id ??= stringOrNull(chunk['id']) || null;
      known.model = stringOrNull(chunk['model']) || known.model;
      // Servers that count in every chunk send running totals: the last one counts.
      if (isJsonObject(chunk['usage'])) known.usage = chunk['usage'];
      for (const choice of objectsOf(chunk['choices'])) {
        if (choice['index'] !== undefined && choice['index'] !== 0) continue;
        const delta = objectOf(choice['delta']);
        text.content += contentText(delta['content']);
        text.refusal += stringOrNull(delta['refusal']) ?? '';
        for (const piece of objectsOf(delta['tool_calls'])) addPiece(callOf(piece, calls), piece);
        if (isJsonObject(delta['function_call'])) addPiece(legacy, { function: delta['function_call'] });
        whole ||= typeof choice['finish_reason'] === 'string';
      }
    },
    body: () => ({
      ...known,
      choices: [{ index: 0, message: { role: 'assistant', ...text, ...callFields(calls, legacy) } }],
    }),
    // Its usage comes after the answer, and `[DONE]` after that.
    state: () => (whole ? 'whole' : 'open'),
  };
}

interface StreamedCall {
  readonly index: Json | undefined;
  id: string | null;
  name: string;
  /** JSON text in pieces; servers that never split it send the object. */
  arguments: string | JsonObject;
}

function emptyCall(index: Json | undefined): StreamedCall {
  return { index, id: null, name: '', arguments: '' };
}

/**
 * The call that a piece continues: by index; without one by id, else the last. Some servers give every call the index 0: a
 * piece with another id and its own name begins another call.
 */
function callOf(piece: JsonObject, calls: StreamedCall[]): StreamedCall {
  const index = typeof piece['index'] === 'number' ? piece['index'] : undefined;
  const id = stringOrNull(piece['id']) || null;
  const names = (stringOrNull(bodyOf(piece)['name']) ?? '') !== '';
  const open = index === undefined ? continued(id, names, calls) : calls.findLast((call) => call.index === index);
  if (open !== undefined && !(id !== null && open.id !== null && id !== open.id && names)) return open;
  const next = emptyCall(index);
  calls.push(next);
  return next;
}

function continued(id: string | null, names: boolean, calls: readonly StreamedCall[]): StreamedCall | undefined {
  if (id !== null) return calls.findLast((call) => call.id === id);
  return names ? undefined : calls.at(-1);
}

function addPiece(call: StreamedCall, piece: JsonObject): void {
  const body = bodyOf(piece);
  const given = body['arguments'] ?? body['input'];
  call.id ??= stringOrNull(piece['id']) || null;
  call.name = call.name || (stringOrNull(body['name']) ?? '');
  if (isJsonObject(given)) call.arguments = given;
  else if (typeof given === 'string' && typeof call.arguments === 'string') call.arguments += given;
}

function bodyOf(piece: JsonObject): JsonObject {
  return isJsonObject(piece['function']) ? piece['function'] : objectOf(piece['custom']);
}

function callFields(calls: readonly StreamedCall[], legacy: StreamedCall): JsonObject {
  const tool_calls = calls
    .toSorted((one, other) => Number(one.index ?? 0) - Number(other.index ?? 0))
    .map(({ id, name, arguments: given }) => ({ id, function: { name, arguments: given } }));
  return {
    ...(tool_calls.length === 0 ? {} : { tool_calls }),
    ...(legacy.name === '' ? {} : { function_call: { name: legacy.name, arguments: legacy.arguments } }),
  };
}
