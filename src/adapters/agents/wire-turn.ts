import type { WireAccount } from '#domain/wire/fold-calls.ts';

/** What crossed the wire during a turn. */
export interface WireTurn extends WireAccount {
  /** Requests to models, also those without an answer. */
  readonly calls: number;
}
