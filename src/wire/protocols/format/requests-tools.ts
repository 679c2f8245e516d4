import type { Json, JsonObject } from '#common/json.ts';
import { objectOf } from './read-body.ts';
import type { WireFormat } from './wire-format.ts';

/** What bodies of some formats say only at their end. */
const AS_IF_WHOLE: JsonObject = { status: 'completed', done: true, finishReason: 'cut' };

/**
 * Whether a body requests tools, be it incomplete or with an error at its end: its client can run them all the same. `null`: it
 * can't be read.
 */
export function requestsTools(body: Json, { readAnswer }: Pick<WireFormat, 'readAnswer'>): boolean | null {
  const { error: _, ...told } = objectOf(body);
  const answer = readAnswer({ ...told, ...AS_IF_WHOLE });
  return answer && answer.calls?.length !== 0;
}
