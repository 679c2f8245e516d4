import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';
import { objectOf } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';
import { type StreamedBlock, streamedBlocks } from '../format/streamed-blocks.ts';

/** Combines the events of an interaction; the last one, `interaction.completed`, has the counts and may leave out the steps. */
export function interactionBody(): BodyBuilder {
  const steps = streamedBlocks(isCall, ({ begun, more }) => !isEmpty(begun['arguments']) || 'arguments' in more);
  let interaction: JsonObject = {};
  let ended = false;
  const begunCalls = () => steps.all().filter(({ begun: step }) => isCall(step));
  const addDelta = (place: Json, { type, text, ...rest }: JsonObject) => {
    const step = steps.of(place);
    if (type === 'text') steps.addText(place, text);
    else if (type === 'arguments_delta') steps.addInput(place, rest['arguments']);
    // Arguments and results of tools that the provider runs come whole.
    else if (/_(?:call|result)$/.test(stringOrNull(type) ?? '')) step.more = { ...step.more, ...rest };
  };
  return {
    take(data, event) {
      const { event_type, index = null, step, delta } = data;
      switch (stringOrNull(event_type) ?? event) {
        case 'step.start':
          steps.begin(index, objectOf(step));
          return;
        case 'step.delta':
          addDelta(index, objectOf(delta));
          return;
        case 'step.stop':
          steps.of(index).stopped = true;
          return;
        case 'interaction.created':
          interaction = objectOf(data['interaction']);
          return;
        // One for each way to end.
        case 'interaction.completed':
        case 'interaction.requires_action':
          interaction = { ...interaction, ...objectOf(data['interaction']) };
          ended = true;
      }
    },
    body: () =>
      Array.isArray(interaction['steps']) ? interaction : { ...interaction, steps: steps.all().map(stepOf) },
    state: () => (ended ? 'ended' : 'open'),
    mixesCalls() {
      const listed = interaction['steps'];
      if (Array.isArray(listed)) return objectsOf(listed).filter(isCall).length < begunCalls().length;
      return steps.areMixed();
    },
  };
}

function isCall({ type }: JsonObject): boolean {
  return stringOrNull(type)?.endsWith('_call') === true;
}

/** A call whose arguments follow in pieces begins without any, or with an empty object. */
function isEmpty(value: Json | undefined): boolean {
  return value === undefined || (isJsonObject(value) && Object.keys(value).length === 0);
}

function stepOf({ begun: step, text, input, more }: StreamedBlock): JsonObject {
  const content = Array.isArray(step['content']) ? step['content'] : [];
  return {
    ...step,
    ...more,
    ...(text === null
      ? {}
      : { content: [...content.filter((part: Json) => isJsonObject(part)), { type: 'text', text }] }),
    ...(input === '' ? {} : { arguments: readArguments(input) }),
  };
}
