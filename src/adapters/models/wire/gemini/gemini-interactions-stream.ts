import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { stringOrNull } from '#domain/messages/content-text.ts';
import { readArguments } from '#domain/messages/read-arguments.ts';
import { objectOf } from '../read-body.ts';
import type { BodyBuilder } from '../stream-reader.ts';

/** Combines the events of an interaction; the last one, `interaction.completed`, has the counts and may leave out the steps. */
export function interactionBody(): BodyBuilder {
  const steps = new Map<Json, StreamedStep>();
  let interaction: JsonObject = {};
  let ended = false;
  return {
    take(data, event) {
      const { event_type, index = null, step, delta } = data;
      switch (stringOrNull(event_type) ?? event) {
        case 'step.start':
          stepAt(index, steps).given = objectOf(step);
          return;
        case 'step.delta':
          addDelta(stepAt(index, steps), objectOf(delta));
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
      Array.isArray(interaction['steps']) ? interaction : { ...interaction, steps: [...steps.values()].map(stepOf) },
    state: () => (ended ? 'ended' : 'open'),
  };
}

interface StreamedStep {
  given: JsonObject;
  text: string;
  /** Of a function's call, JSON text in pieces. */
  arguments: string;
  /** Fields that come whole: arguments and results of tools that the provider runs. */
  more: JsonObject;
}

function stepAt(index: Json, steps: Map<Json, StreamedStep>): StreamedStep {
  const known = steps.get(index) ?? { given: {}, text: '', arguments: '', more: {} };
  steps.set(index, known);
  return known;
}

function addDelta(step: StreamedStep, { type, text, ...rest }: JsonObject): void {
  if (type === 'text') step.text += stringOrNull(text) ?? '';
  else if (type === 'arguments_delta') step.arguments += stringOrNull(rest['arguments']) ?? '';
  else if (/_(?:call|result)$/.test(stringOrNull(type) ?? '')) step.more = { ...step.more, ...rest };
}

function stepOf({ given, text, arguments: streamed, more }: StreamedStep): JsonObject {
  const content = Array.isArray(given['content']) ? given['content'] : [];
  return {
    ...given,
    ...more,
    ...(text === ''
      ? {}
      : { content: [...content.filter((part: Json) => isJsonObject(part)), { type: 'text', text }] }),
    ...(streamed === '' ? {} : { arguments: readArguments(streamed) }),
  };
}
