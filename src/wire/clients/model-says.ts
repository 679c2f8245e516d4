import type { JsonObject } from '#common/json.ts';
import type { MessageShape, RequestedCall } from '#trials/messages/message-shape.ts';
import { ModelCallError } from '#wire/ports.ts';

/** The content of an answer, whatever its format. */
export interface Says {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
}

/**
 * Reads the body of an answer as the recorder does, so that both see the same calls.
 *
 * @throws ModelCallError if the body does not have this shape.
 */
export function modelSays(shape: MessageShape, body: JsonObject): Says {
  const events = shape.read(body)?.filter((event) => event.kind === 'model') ?? [];
  if (events.length === 0) throw new ModelCallError(`the answer is not one of ${shape.name}`);
  return { text: events.map(({ text }) => text).join(''), calls: events.flatMap(({ calls }) => calls) };
}
