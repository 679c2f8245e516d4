import type { JsonObject } from '#common/json.ts';
import type { MessageEvent } from '#trials/messages/message-shape.ts';
import type { Span } from '../otlp/read-otlp.ts';

/** A call of a tool in a trace. `arguments` is `null` if the trace does not say them. */
export interface TracedCall {
  readonly id: string | null;
  readonly name: string;
  readonly arguments: JsonObject | null;
}

/** What a span says of the agent's work. */
export type SpanAccount =
  | {
      /** A model call, or the work of an agent around several of them. */
      readonly kind: 'model' | 'agent';
      /** What went in and then what came out, in order; empty if the trace holds no content. */
      readonly messages: readonly MessageEvent[];
      /** What could not be read, sentence parts that begin with the name of the attribute. */
      readonly problems: readonly string[];
    }
  | { readonly kind: 'tool'; readonly call: TracedCall };

/** One convention of naming what agents do in traces. */
export interface Naming {
  /** Its name for people. */
  readonly name: string;
  /** What the span says in these names; `null` if it does not use them. */
  read(span: Span): SpanAccount | null;
}
