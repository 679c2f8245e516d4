import type { Json, JsonObject } from '#domain/json.ts';
import type { Usage } from '#domain/trial/trajectory.ts';

/** A tool call as a model message requests it. `id` ties the later result to it. */
export interface RequestedCall {
  readonly id: string | null;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What one message says, whatever its format. */
export type MessageEvent =
  | { readonly kind: 'user'; readonly text: string }
  | {
      readonly kind: 'model';
      readonly text: string;
      readonly calls: readonly RequestedCall[];
      readonly usage: Usage | null;
      /** Neighbouring model events of one group are one model call; `null`: a model call of its own. */
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
  /** As people call it. */
  readonly name: string;
  /** True when this message can only be of this format. */
  tells(message: JsonObject): boolean;
  /** What the message says; `null` when it can't be read. */
  read(message: JsonObject): readonly MessageEvent[] | null;
}
