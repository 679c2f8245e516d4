import type { WireAccount } from '#adapters/models/wire/turn/fold-calls.ts';

/** What crossed the wire during a turn. */
export interface WireTurn extends WireAccount {
  /** Requests to models, also those without an answer. */
  readonly calls: number;
  /** Whether that is all: no call at all is believed once calls of the agent were seen, and when no other turn was on the same road. */
  readonly known: boolean;
  /** How long a provider kept the agent waiting for an answer that never came. */
  readonly silent_ms: number;
}
