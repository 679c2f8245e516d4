import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { contentText, objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import { type CallPiece, type CallPieces, callPieces } from '../format/call-pieces.ts';
import { isUnreadList, objectOf } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';

/** Combines the chunks of Chat Completions. The answer is complete when its choice has a `finish_reason`, or at `[DONE]`. */
export function chatBody(): BodyBuilder {
  const text = { content: '', refusal: '' };
  const calls = callPieces();
  const legacy = callPieces();
  const known: { id: Json; model: Json; usage: Json } = { id: null, model: null, usage: null };
  let finish: Json = null;
  let hides = false;
  return {
    take(chunk) {
      // Servers that filter content begin with a chunk whose id is empty.
      known.id ??= stringOrNull(chunk['id']) || null;
      known.model = stringOrNull(chunk['model']) || known.model;
      // Servers that count in every chunk send running totals: the last one counts, unless it says that nothing was used.
      const usage = usageIn(chunk);
      if (usage !== null && (known.usage === null || hasCounts(usage))) known.usage = usage;
      for (const choice of objectsOf(chunk['choices'])) {
        const delta = objectOf(choice['delta']);
        if (choice['index'] !== undefined && choice['index'] !== 0) {
          hides ||= callsTools(delta);
          continue;
        }
        // Whole messages belong into answers that are not streamed.
        hides ||= isUnreadList(delta['tool_calls']) || callsTools(objectOf(choice['message']));
        text.content += contentText(delta['content']);
        text.refusal += stringOrNull(delta['refusal']) ?? '';
        for (const piece of objectsOf(delta['tool_calls'])) calls.take(pieceOf(piece));
        if (isJsonObject(delta['function_call'])) legacy.take(pieceOf({ function: delta['function_call'] }));
        finish = stringOrNull(choice['finish_reason']) ?? finish;
      }
    },
    body: () => ({
      ...known,
      choices: [
        { index: 0, message: { role: 'assistant', ...text, ...callFields(calls, legacy) }, finish_reason: finish },
      ],
    }),
    // Its usage comes after the answer, and `[DONE]` after that.
    state: () => (finish === null ? 'open' : 'whole'),
    mixesCalls: () => hides || calls.areMixed() || legacy.areMixed() || legacy.calls().length > 1,
  };
}

/** Whether a message, or a piece of one, requests tools. */
export function callsTools({ tool_calls, function_call }: JsonObject): boolean {
  return isUnreadList(tool_calls) || objectsOf(tool_calls).length > 0 || isJsonObject(function_call);
}

/** Groq has its counts under `x_groq`, Kimi in its choice. */
function usageIn(chunk: JsonObject): JsonObject | null {
  const [choice] = objectsOf(chunk['choices']);
  const places = [chunk['usage'], objectOf(chunk['x_groq'])['usage'], choice?.['usage']];
  return places.find(isJsonObject) ?? null;
}

function hasCounts({ prompt_tokens, completion_tokens, total_tokens }: JsonObject): boolean {
  return [prompt_tokens, completion_tokens, total_tokens].some((count) => Number(count ?? 0) > 0);
}

function pieceOf(piece: JsonObject): CallPiece {
  const body = isJsonObject(piece['function']) ? piece['function'] : objectOf(piece['custom']);
  const args = body['arguments'] ?? body['input'];
  return {
    index: typeof piece['index'] === 'number' ? piece['index'] : null,
    id: stringOrNull(piece['id']) || null,
    name: stringOrNull(body['name']) ?? '',
    arguments: isJsonObject(args) || typeof args === 'string' ? args : '',
  };
}

function callFields(calls: CallPieces, legacy: CallPieces): JsonObject {
  const tool_calls = calls
    .calls()
    .map(({ id, name, arguments: args }) => ({ id, function: { name, arguments: args } }));
  const [called] = legacy.calls();
  return {
    ...(tool_calls.length === 0 ? {} : { tool_calls }),
    ...(called === undefined ? {} : { function_call: { name: called.name, arguments: called.arguments } }),
  };
}
