import type { Recorder, SimulatedUser } from '#adapters/models/ports.ts';
import type { ProgramSpec } from '#adapters/process/program.ts';
import type { Limits } from '#domain/config/config.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import type { Conversation } from '../converse.ts';
import type { Recording } from '../record-turn.ts';
import type { Capture } from './capture.ts';

/** A way to hold conversations with the agent's program: with workers that stay, or a process per turn. */
export interface Channel {
  /** @throws AgentUnavailableError when the case needs a simulated user and there is none; nothing else. */
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
  readonly queued_ms: number;
}

/** What a channel is made with. */
export interface ChannelOptions {
  readonly spec: ProgramSpec;
  readonly limits: Limits;
  readonly user: SimulatedUser | null;
  /** Gives each process a route of its own; `null`: nothing is recorded. */
  readonly recording: ProgramRecording | null;
  /** Called when the program says anything in protocol. */
  readonly onAnswer: () => void;
  /** Called when a worker has printed nothing and asked no model for a while, and none has ever answered. */
  readonly onSilence: () => void;
}

/** The recorder of programs, and how it is to be read. */
export interface ProgramRecording extends Omit<Recording, 'begin'> {
  readonly recorder: Recorder;
}
