import type { Usage } from './usage.ts';

/** One model call of a turn: when it was made, what it used, and what the model was shown. */
export interface ModelCallRecord {
  /** Its number among the model calls of the turn, from 1: the `step` of the tool calls that it requested. */
  readonly step: number;
  /** As served, else as requested; `null` if neither is known. */
  readonly model: string | null;
  /** Milliseconds since the turn began. */
  readonly started_ms: number;
  /** Milliseconds of the provider, without our own waiting. */
  readonly duration_ms: number;
  /** With its cost; `null` if the provider did not report it. */
  readonly usage: Usage | null;
  /** The agent's own client hung up before the answer was complete. */
  readonly cancelled?: true;
  /** Hashes of the request's segments in order; `null` if the request is unknown. */
  readonly request: readonly string[] | null;
}

/** A part of a request to a model. Its text is stored once per run, in a line of requests.jsonl. */
export interface RequestSegment {
  /** Of kind, label and text, before anything was redacted or cut. */
  readonly hash: string;
  readonly kind: 'settings' | 'system' | 'tool' | 'message';
  /** A message's role, a tool's name; `''` for settings and system prompt. */
  readonly label: string;
  /** Redacted, and cut where it is very long. Untrusted. */
  readonly text: string;
}
