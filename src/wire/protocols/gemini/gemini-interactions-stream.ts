import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';
import { placedBlocks } from '../format/placed-blocks.ts';
import { objectOf } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';

/** Combines the events of an interaction; the last one, `interaction.completed`, has the counts and may leave out the steps. */
export function interactionBody(): BodyBuilder {
  const steps = placedBlocks<StreamedStep>(waitsForArguments);
  let interaction: JsonObject = {};
  let ended = false;
  const begunCalls = () => steps.all().filter(({ begun: step }) => isCall(step));
  return {
    take(data, event) {
      const { event_type, index = null, step, delta } = data;
      switch (stringOrNull(event_type) ?? event) {
        case 'step.start':
          steps.begin(index, emptyStep(objectOf(step)));
          return;
        case 'step.delta':
          addDelta(steps.at(index, emptyStep), objectOf(delta));
          return;
        case 'step.stop':
          steps.at(index, emptyStep).stopped = true;
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
      return steps.overlap() || steps.all().some(({ strays }) => strays);
    },
  };
}

interface StreamedStep {
  readonly begun: JsonObject;
  text: string;
  /** Of a function's call, JSON text in pieces. */
  arguments: string;
  /** Fields that come whole: arguments and results of tools that the provider runs. */
  more: JsonObject;
  stopped: boolean;
  /** Arguments came that can not be this step's: it takes none, or had all. */
  strays: boolean;
}

function isCall({ type }: JsonObject): boolean {
  return stringOrNull(type)?.endsWith('_call') === true;
}

function emptyStep(step: JsonObject = {}): StreamedStep {
  return { begun: step, text: '', arguments: '', more: {}, stopped: false, strays: false };
}

function waitsForArguments({ begun: step, arguments: streamed, more, stopped }: StreamedStep): boolean {
  if (stopped || !isCall(step)) return false;
  return isEmpty(step['arguments']) && more['arguments'] === undefined && jsonOrUndefined(streamed) === undefined;
}

/** A call whose arguments follow in pieces begins without any, or with an empty object. */
function isEmpty(value: Json | undefined): boolean {
  return value === undefined || (isJsonObject(value) && Object.keys(value).length === 0);
}

function addDelta(step: StreamedStep, { type, text, ...rest }: JsonObject): void {
  if (type === 'text') step.text += stringOrNull(text) ?? '';
  else if (type === 'arguments_delta') {
    const more = stringOrNull(rest['arguments']) ?? '';
    step.strays ||= more.trim() !== '' && !waitsForArguments(step);
    step.arguments += more;
  } else if (/_(?:call|result)$/.test(stringOrNull(type) ?? '')) step.more = { ...step.more, ...rest };
}

function stepOf({ begun: step, text, arguments: streamed, more }: StreamedStep): JsonObject {
  const content = Array.isArray(step['content']) ? step['content'] : [];
  return {
    ...step,
    ...more,
    ...(text === ''
      ? {}
      : { content: [...content.filter((part: Json) => isJsonObject(part)), { type: 'text', text }] }),
    ...(streamed === '' ? {} : { arguments: readArguments(streamed) }),
  };
}
