import type { CommandAgentConfig, Limits } from '#config/config.ts';
import { type Agent, AgentUnavailableError, type Attempt } from '#ports/ports.ts';
import type { Environment } from '#process/child-environment.ts';
import type { ProgramSpec } from '#process/program.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { ModelGateway, Recorder, SimulatedUser } from '#wire/ports.ts';
import type { Held, ProgramRecording } from './command/channel.ts';
import { createOneShot } from './command/one-shot.ts';
import { createSetup, type SetupState } from './command/setup.ts';
import { createStartFailures, emptyInputProbe } from './command/start-failure.ts';
import { createWorkerPool } from './command/worker-pool.ts';
import { type AgentMcp, closeMcp, mcpNotes, offeredTools, prepareMcp, strayMock } from './turn/agent-mcp.ts';
import { attemptOf } from './turn/attempt-end.ts';
import { type ConversationEnd, unplayed } from './turn/converse.ts';
import { createRecordNotes } from './turn/record-notes.ts';
import type { NotStarted } from './turn/reply.ts';
import { SILENT } from './turn/timeout-hint.ts';

/** Surroundings of a command agent. */
export interface CommandAgentOptions {
  /** Where the program and its setup lines run; absolute. */
  readonly cwd: string;
  /** Their whole environment, as `childEnvironment` built it (it includes the config's `env`). */
  readonly environment: Environment;
  /** See `ProgramSpec`. */
  readonly resolve?: ProgramSpec['resolve'];
  /** Trials planned in all; if fewer than three, fewer crashes prove that a one-shot program can't start. */
  readonly plannedTrials?: number;
  /** Records the processes' model calls; not used unless the config says `record`. */
  readonly recorder: Recorder | null;
  /** Asked after each attempt whether a further one can succeed. */
  readonly gateway: Pick<ModelGateway, 'refusal'> | null;
  /** Its MCP servers and their mocks; absent or `null` unless the config says `mcp`. */
  readonly mcp?: AgentMcp | null;
  /** The program is our own module host, so advice on how to write a worker does not apply. */
  readonly hosted?: boolean;
  /** Plays simulated users; `null` when no case has one. */
  readonly user: SimulatedUser | null;
  /** Called once, during the run, if the agent may have been set up wrongly. */
  readonly onDoubt?: (sentence: string) => void;
  /** Gets each setup line with its output; untrusted and limited in size. */
  readonly onSetupOutput?: (line: string, output: string) => void;
  /** Of all its openings; absent: there is one. */
  readonly setUp?: SetupState;
}

/** An agent that is a program speaking agent protocol 1 on its standard streams, in worker or one-shot mode. */
export function createCommandAgent(config: CommandAgentConfig, limits: Limits, options: CommandAgentOptions): Agent {
  const { cwd, environment, resolve, mcp = null } = options;
  const spec = { command: config.command, cwd, environment, resolve };
  const setup = createSetup(spec, options.onSetupOutput ?? (() => {}), undefined, 'agent', options.setUp);
  const recording = programRecording(config, options.recorder);
  const probe = emptyInputProbe(
    spec,
    recording?.recorder ?? null,
    mcp?.servers ?? null,
    Math.min(limits.trial_timeout_ms, PROBE_PATIENCE_MS),
  );
  const hosted = options.hosted === true;
  const needed = config.mode === 'worker' ? 1 : Math.min(3, options.plannedTrials ?? 3);
  const startFailures = createStartFailures(probe, {
    needed,
    worker: config.mode === 'worker' && !hosted,
    notes: recording?.notes ?? null,
  });
  const createChannel = config.mode === 'worker' ? createWorkerPool : createOneShot;
  let doubted = hosted;
  const onSilence = (): void => {
    if (!doubted) options.onDoubt?.(SILENT);
    doubted = true;
  };
  const onAnswer = startFailures.answered;
  const { isolate, tools } = config;
  const { user } = options;
  const channel = createChannel({ spec, limits, isolate, user, recording, tools, mcp, onAnswer, onSilence });
  const closing = new AbortController();
  let prepared: Promise<void> | null = null;
  let unavailable: AgentUnavailableError | null = null;

  /** @throws AgentUnavailableError if this attempt shows that the program can't be started. */
  async function judgeStart(plan: TrialPlan, { conversation, capture }: Held, signal: AbortSignal): Promise<void> {
    const { stop, turns } = conversation;
    if (stop.kind === 'not_started' && !TRANSIENT.includes(stop.code)) {
      unavailable ??= refusedStart(stop, config.command);
      throw unavailable;
    }
    unavailable ??= startFailures.judgeOneInput(stop, capture.texts().log);
    if (unavailable !== null) throw unavailable;
    if (stop.kind !== 'exited') return;
    if (stop.answered || turns.length > 0) startFailures.answered();
    const either = AbortSignal.any([signal, closing.signal]);
    const verdict = await startFailures.judge(`${plan.case.id}#${plan.index}`, stop, either);
    if (verdict === null) return;
    unavailable ??= verdict;
    throw unavailable;
  }

  return {
    source: 'live',
    metered: recording !== null,
    available_trials: null,
    prepare(signal) {
      prepared ??= setup
        .run(config.setup, signal)
        .then(() => mcp && prepareMcp(mcp, signal))
        .then(() => {});
      return prepared;
    },
    async attempt(plan, signal): Promise<Attempt> {
      if (unavailable !== null) throw unavailable;
      const unplayable = await strayMock(mcp, plan, signal);
      if (unplayable !== null) return attemptOf(plan, unplayed(unplayable), limits, NOTHING_SAID);
      const played = await channel.converse(plan, signal);
      const { conversation, capture, queued_ms, place_in_process: place } = played;
      const refusal = options.gateway?.refusal() ?? null;
      if (refusal !== null) {
        unavailable ??= new AgentUnavailableError(refusal, '', null);
        throw unavailable;
      }
      await judgeStart(plan, played, signal);
      const plainEnd = hosted ? withoutAdvice(conversation) : conversation;
      const attempt = attemptOf(plan, plainEnd, limits, capture.texts());
      return {
        ...attempt,
        wait_ms: attempt.wait_ms + queued_ms,
        ...(capture.isShared() && { shared_output: true }),
        ...(place !== undefined && { place_in_process: place }),
      };
    },
    tools: () => offeredTools(mcp),
    showsCalls: () => recording?.notes.showsCalls() !== false,
    notes: () => [
      ...(recording === null ? [] : [...recording.notes.sentences(), ...recording.recorder.notes()]),
      ...mcpNotes(mcp),
    ],
    async close() {
      closing.abort();
      await channel.close();
      await closeMcp(mcp);
      await setup.close();
    },
  };
}

/** The output of our own module host says nothing about the agent. */
function withoutAdvice(conversation: ConversationEnd): ConversationEnd {
  if (conversation.stop.kind === 'timeout') return { ...conversation, stop: { kind: 'timeout', printed: 'elsewhere' } };
  if (conversation.stop.kind !== 'exited') return conversation;
  const { printed: _, ...stop } = conversation.stop;
  return { ...conversation, stop };
}

function programRecording({ record }: CommandAgentConfig, recorder: Recorder | null): ProgramRecording | null {
  if (record === null) return null;
  if (recorder === null) throw new Error('a command agent with agent.record needs a recorder');
  return { recorder, settings: record, notes: createRecordNotes() };
}

const NOTHING_SAID = { log: '', stderr: '' };
const PROBE_PATIENCE_MS = 10_000;

/** System errors that pass, or that concern only one trial's arguments. All others concern the program. */
const TRANSIENT = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'E2BIG', 'ERR_INVALID_ARG_VALUE'];

function refusedStart(refusal: NotStarted, command: readonly string[]): AgentUnavailableError {
  const program = JSON.stringify(command[0] ?? '');
  return new AgentUnavailableError(
    `can't start the agent: ${program} ${REASONS[refusal.code] ?? refusal.message}`,
    '',
    null,
  );
}

const REASONS: { readonly [code: string]: string } = {
  ENOENT:
    'was not found (ENOENT). Is the program of agent.command installed and on PATH, and does the working directory exist?',
  EACCES:
    'may not be executed (EACCES). Make it executable (chmod +x), or name its interpreter first in agent.command.',
};
