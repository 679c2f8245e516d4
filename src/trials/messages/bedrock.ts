import { given, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import { contentText, objectsOf, resultContent, stringOrNull } from './content-text.ts';
import type { MessageEvent, MessageShape } from './message-shape.ts';
import { readUsage } from './read-usage.ts';

/**
 * Messages of Amazon Bedrock's Converse: `{role: user | assistant, content}`, where a block is `text`, `toolUse`, `toolResult`,
 * `reasoningContent`, `cachePoint` and so on. Whole answers (`output.message`) bring their counts.
 */
export const bedrock: MessageShape = {
  name: 'Bedrock Converse',
  tells: (message) =>
    isJsonObject(message['output'])
      ? isJsonObject(message['output']['message'])
      : objectsOf(message['content']).some((block) => OWN_BLOCKS.some((name) => isJsonObject(block[name]))),
  read(value) {
    const { output, usage } = value;
    const inner = isJsonObject(output) ? output['message'] : value;
    const message = isJsonObject(inner) ? inner : {};
    const results = resultEvents(message);
    switch (message['role']) {
      case 'user':
        // The agent's own loop adds text next to results; it is no turn of the user.
        return results.length > 0 ? results : [{ kind: 'user', text: textOf(message['content']) }];
      case 'assistant':
        return [modelEvent(message, bedrockUsage(usage)), ...results];
      case 'system':
        return [{ kind: 'other' }];
      default:
        return null;
    }
  },
};

/** Counts of Converse; what is read from a cache and written to it is counted separately from the input. `null` if there is no count. */
export function bedrockUsage(value: Json | undefined): Usage | null {
  if (!isJsonObject(value)) return null;
  const { inputTokens, outputTokens, cacheReadInputTokens, cacheWriteInputTokens, cacheDetails } = value;
  const anHour = objectsOf(cacheDetails).find(({ ttl }) => ttl === '1h')?.['inputTokens'];
  const fields = {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cache_read_input_tokens: cacheReadInputTokens,
    cache_creation_input_tokens: cacheWriteInputTokens,
    cache_creation: anHour === undefined ? undefined : { ephemeral_1h_input_tokens: anHour },
  };
  return readUsage(given(fields));
}

const OWN_BLOCKS = ['toolUse', 'toolResult', 'reasoningContent', 'cachePoint'];

function modelEvent({ content }: JsonObject, usage: Usage | null): MessageEvent {
  const calls = objectsOf(content).flatMap(({ toolUse }) => {
    if (!isJsonObject(toolUse)) return [];
    const { toolUseId, name, input } = toolUse;
    return [
      { id: stringOrNull(toolUseId), name: stringOrNull(name) ?? '', arguments: isJsonObject(input) ? input : {} },
    ];
  });
  return { kind: 'model', text: textOf(content), calls, usage, group: null };
}

/** Text with its sources is a block of its own. */
function textOf(content: Json | undefined): string {
  if (!Array.isArray(content)) return contentText(content);
  return objectsOf(content)
    .map((block) =>
      isJsonObject(block['citationsContent'])
        ? contentText(block['citationsContent']['content'])
        : (stringOrNull(block['text']) ?? ''),
    )
    .join('');
}

function resultEvents({ content }: JsonObject): readonly MessageEvent[] {
  return objectsOf(content).flatMap(({ toolResult }): readonly MessageEvent[] => {
    if (!isJsonObject(toolResult)) return [];
    const { toolUseId, status, content: known } = toolResult;
    return [
      {
        kind: 'result',
        call_id: stringOrNull(toolUseId),
        name: null,
        status: status === 'error' ? 'error' : 'ok',
        result: resultOf(known),
      },
    ];
  });
}

/** A result of one `json` block is that value. */
function resultOf(content: Json | undefined): Json {
  const [only, ...others] = objectsOf(content);
  return only !== undefined && others.length === 0 && only['json'] !== undefined
    ? only['json']
    : resultContent(content);
}
