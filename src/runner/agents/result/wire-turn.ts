import type { WireAccount } from '#wire/protocols/turn/fold-calls.ts';

/** What crossed the wire during a turn. */
export interface WireTurn extends WireAccount {
  /** Requests to models, also unanswered ones. */
  readonly calls: number;
  /**
   * Whether that is all: zero calls are believed only if calls of the agent were seen before, and if no other turn shared its
   * address.
   */
  readonly known: boolean;
  /** How long a provider was silent, milliseconds, before an answer that never came. */
  readonly silent_ms: number;
}
