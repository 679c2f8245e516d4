import type { Isolate, Limits } from '#config/config.ts';
import type { ProgramSpec } from '#process/program.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { Recorder, SimulatedUser } from '#wire/ports.ts';
import type { AgentMcp } from '../turn/agent-mcp.ts';
import type { ConversationEnd } from '../turn/converse.ts';
import type { Recording } from '../turn/record-turn.ts';
import type { TrialOutput } from './capture.ts';

/** A way to hold conversations with the agent's program: with persistent workers, or a process per turn. */
export interface Channel {
  /** @throws AgentUnavailableError if the case needs a simulated user and there is none; nothing else. */
  converse(plan: TrialPlan, signal: AbortSignal): Promise<Held>;
  /** Ends every process. Running conversations end as cancelled. */
  close(): Promise<void>;
}

/** A conversation that has ended. */
export interface Held {
  readonly conversation: ConversationEnd;
  /** What the program printed besides its answers. */
  readonly capture: TrialOutput;
  /** Milliseconds spent waiting for a free process. */
  readonly queued_ms: number;
  /** Trials that its process was given before; absent where a process is given one turn alone, or none was started. */
  readonly place_in_process?: number;
}

/** Options of a channel. */
export interface ChannelOptions {
  readonly spec: ProgramSpec;
  readonly limits: Limits;
  /** Of workers: what keeps the trials of one process apart. */
  readonly isolate: Isolate;
  readonly user: SimulatedUser | null;
  /** Records each process separately; `null`: nothing is recorded. */
  readonly recording: ProgramRecording | null;
  /** `none`: the config says that the program has no tools. */
  readonly tools: 'none' | undefined;
  /** Records the MCP servers of each process separately, and answers for them; `null`: there are none. */
  readonly mcp: AgentMcp | null;
  /** Called when the program answers in protocol. */
  readonly onAnswer: () => void;
  /** Called when a worker has printed nothing and called no model for a while, and none has ever answered. */
  readonly onSilence: () => void;
}

/** The recorder of programs, and how to combine it with what the agent reports. */
export interface ProgramRecording extends Omit<Recording, 'begin'> {
  readonly recorder: Recorder;
}
