import type { TrialPlan } from '#domain/trial/plan.ts';
import type { Conversation } from '../converse.ts';
import type { Capture } from './capture.ts';

/** A way to hold conversations with the agent's program: with workers that stay, or a process per turn. */
export interface Channel {
  /** Never rejects. */
  converse(plan: TrialPlan, signal: AbortSignal): Promise<Held>;
  /** Ends every process. Conversations under way end as cancelled. */
  close(): Promise<void>;
}

/** A conversation that was held. */
export interface Held {
  readonly conversation: Conversation;
  /** What the program said beside its answers. */
  readonly capture: Capture;
  /** Milliseconds spent waiting for a process of ours. */
  readonly wait_ms: number;
}
