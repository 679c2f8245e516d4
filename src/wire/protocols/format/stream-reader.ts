import { cutDepth } from '#common/cut-depth.ts';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#trials/messages/read-arguments.ts';
import { type ProviderError, readError } from './provider-error.ts';
import { objectOf } from './read-body.ts';
import type { StreamReader, WireFormat } from './wire-format.ts';

/** Builds the body that the same answer would have had in one piece. */
export interface BodyBuilder {
  /** One event. `type` is the event's name, for data without its own type. */
  take(data: JsonObject, type: string | null): void;
  /** The body as far as it is known. */
  body(): JsonObject;
  /** `whole`: the answer is complete, its counts may follow; `ended`: nothing follows. */
  state(): 'open' | 'whole' | 'ended';
  /** Pieces of its tool calls can't be told apart, so the body has too few of them or mixes them up; absent: they always can. */
  mixesCalls?(): boolean;
}

/** What bodies of some formats say only at their end. */
const AS_IF_WHOLE: JsonObject = { status: 'completed', done: true, finishReason: 'cut' };

/** Reads a stream by building its body, so that streamed and whole answers can't differ. */
export function streamReader(builder: BodyBuilder, format: Pick<WireFormat, 'readAnswer' | 'readUsage'>): StreamReader {
  let failure: ProviderError | null = null;
  let unreadable = false;
  let done = false;
  let events = 0;
  return {
    push({ event, data }) {
      const text = data.trim();
      if (text === '') return;
      if (text === '[DONE]') {
        done = true;
        return;
      }
      const parsed = jsonOrUndefined(text);
      if (parsed === undefined) unreadable = true;
      if (!isJsonObject(parsed)) return;
      events += 1;
      const piece = objectOf(cutDepth(parsed));
      failure ??= readError(event === 'error' && piece['type'] === undefined ? { ...piece, type: 'error' } : piece);
      builder.take(piece, event);
    },
    answer() {
      const whole = builder.state() !== 'open' || (done && events > 0);
      if (!whole || failure !== null || unreadable) return null;
      const answer = format.readAnswer(builder.body());
      return answer !== null && builder.mixesCalls?.() === true ? { ...answer, calls: null } : answer;
    },
    ended: () => done || builder.state() === 'ended',
    usage: () => format.readUsage(builder.body()),
    error: () => failure,
    isBroken: () => unreadable,
    requestsTools() {
      if (builder.mixesCalls?.() === true) return true;
      const answer = format.readAnswer({ ...builder.body(), ...AS_IF_WHOLE });
      return answer !== null && answer.calls?.length !== 0;
    },
  };
}
