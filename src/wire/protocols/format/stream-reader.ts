import { cutDepth } from '#common/cut-depth.ts';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { type ProviderError, readError } from './provider-error.ts';
import { objectOf } from './read-body.ts';
import { requestsTools } from './requests-tools.ts';
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

/** Reads a stream by building its body, so that streamed and whole answers can't differ. */
export function streamReader(builder: BodyBuilder, format: Pick<WireFormat, 'readAnswer' | 'readUsage'>): StreamReader {
  let failure: ProviderError | null = null;
  let unreadable = false;
  let done = false;
  let events = 0;
  let first: JsonObject = {};
  return {
    push({ event, data }) {
      const text = data.trim();
      if (text === '') return;
      if (text === '[DONE]') {
        done = true;
        return;
      }
      const parsed = jsonOrUndefined(text);
      if (parsed === undefined || Array.isArray(parsed)) unreadable = true;
      if (!isJsonObject(parsed)) return;
      events += 1;
      const piece = objectOf(cutDepth(parsed));
      if (events === 1) first = piece;
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
    mayRequestTools() {
      if (unreadable || builder.mixesCalls?.() === true) return true;
      // A whole answer in place of a stream has a single event, which no builder knows.
      const bodies = events === 1 ? [first, builder.body()] : [builder.body()];
      return bodies.some((body) => requestsTools(body, format) === true);
    },
  };
}
