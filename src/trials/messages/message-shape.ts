import type { Json, JsonObject } from '#common/json.ts';
import type { Usage } from '#trials/trial/trajectory.ts';

/** A tool call as a model message requests it. `id` matches the later result to it. */
export interface RequestedCall {
  readonly id: string | null;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The content of one message, whatever its format. */
export type MessageEvent =
  | { readonly kind: 'user'; readonly text: string }
  | {
      readonly kind: 'model';
      readonly text: string;
      readonly calls: readonly RequestedCall[];
      readonly usage: Usage | null;
      /** Adjacent model events of one group are one model call; `null`: a model call of its own. */
      readonly group: string | null;
    }
  | {
      readonly kind: 'result';
      readonly call_id: string | null;
      readonly name: string | null;
      readonly status: 'ok' | 'error';
      readonly result: Json;
    }
  | { readonly kind: 'other' };

/** One foreign message format. */
export interface MessageShape {
  /** Its name for people. */
  readonly name: string;
  /** True if this message can only be of this format. */
  tells(message: JsonObject): boolean;
  /** The events of the message; `null` if it can't be read. */
  read(message: JsonObject): readonly MessageEvent[] | null;
}
