import { AgentUnavailableError } from '#ports/ports.ts';
import { endWithin, type ProgramSpec, startProgram } from '#process/program.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';
import type { McpServers } from '#wire/mcp/ports.ts';
import type { Recorder } from '#wire/ports.ts';
import { howExited } from '../turn/attempt-end.ts';
import { lastLineWords } from '../turn/last-lines.ts';
import { ONE_INPUT } from '../turn/one-input.ts';
import type { RecordNotes } from '../turn/record-notes.ts';
import type { Exited } from '../turn/reply.ts';
import type { Stop } from '../turn/stop.ts';
import { callsSeen, strayCalls } from '../turn/stray-calls.ts';
import { recordedSpec } from './recorded-spec.ts';

/** Distinguishes a program that can't start at all from one that crashes on a case. */
export interface StartFailures {
  /** The program answered something: from now on every crash belongs to its trial. */
  answered(): void;
  /**
   * Judges a program's end before its first answer. The error if it can't start at all; `null` if the crash belongs to the
   * trial, also in doubt.
   */
  judge(trial: string, exit: Exited, signal: AbortSignal): Promise<AgentUnavailableError | null>;
  /**
   * Judges a turn that stopped before the program ever answered. The error if it is no worker: it printed `log` and exited, or
   * prints only at the end of its input. `null` if that can't be told.
   */
  judgeOneInput(stop: Stop, log: string): AgentUnavailableError | null;
}

/** What is known about a program besides how it ends. */
export interface StartCircumstances {
  /** Number of different trials that must end alike. */
  readonly needed: number;
  /** It runs as a worker and is not our own module host. */
  readonly worker: boolean;
  /** The model calls seen so far; `null`: nothing is recorded. */
  readonly notes: RecordNotes | null;
}

/** What happens if the program starts without a turn: it fails, or it does not, or that can't be tried. */
export type StartProbe = (signal: AbortSignal) => Promise<Exited | 'starts' | 'unknown'>;

/**
 * A program that can't start ends the same way (exit code, stderr) without any turn. A worker that can start exits normally at
 * the end of its input, so one such crash decides; a one-shot program may reject empty input, so `needed` different trials must
 * end that way too. All of this only until the program's first answer.
 */
export function createStartFailures(probe: StartProbe, { needed, worker, notes }: StartCircumstances): StartFailures {
  let everAnswered = false;
  let probed: ReturnType<StartProbe> | null = null;
  const trials = new Map<string, Set<string>>();

  return {
    answered: () => {
      everAnswered = true;
    },
    judgeOneInput(stop, log) {
      if (everAnswered || !worker || log.trim() === '') return null;
      const ended = stop.kind === 'exited' && stop.code === 0;
      if (!ended && !(stop.kind === 'timeout' && stop.printed === 'at_end')) return null;
      const how = ended ? 'exited with code 0' : 'printed something only when its standard input was closed';
      return new AgentUnavailableError(
        `the agent is not a worker: it ${how}, without an answer in protocol${lastLineWords(log)}; ${ONE_INPUT}`,
        stop.kind === 'exited' ? stop.stderr : '',
        stop.kind === 'exited' ? stop.code : null,
      );
    },
    async judge(trial, exit, signal) {
      if (everAnswered) return null;
      const alike = trials.get(signature(exit)) ?? new Set<string>();
      trials.set(signature(exit), alike.add(trial));
      probed ??= probe(signal);
      const outcome = await probed;
      if (everAnswered || signal.aborted || outcome === 'starts') return null;
      const enough = alike.size >= needed;
      if (outcome === 'unknown' ? !enough : !enough || signature(outcome) !== signature(exit)) return null;
      const sure =
        outcome === 'unknown'
          ? `, in ${alike.size === 1 ? 'the only trial' : `${alike.size} different trials`}`
          : `, and does so even without input${worker ? `; ${ONE_INPUT}` : ''}`;
      return new AgentUnavailableError(
        `the agent can't start: it ${howExited(exit)} anything${sure}${strayCalls(callsSeen(notes), exit.stderr)}. Run agent.command by hand to see why; here it gets few environment variables: see pass-env and agent.env`,
        exit.stderr,
        exit.code,
      );
    },
  };
}

/**
 * Starts the program with empty input. It should make no model call, because there is no turn to answer; one that it makes
 * anyway is recorded without a turn, and so belongs to no trial.
 */
export function emptyInputProbe(
  spec: ProgramSpec,
  recorder: Recorder | null,
  mcp: McpServers | null,
  patienceMs: number,
): StartProbe {
  return async (signal) => {
    if (spec.command.some((argument) => argument.includes('{input}')) || signal.aborted) return 'unknown';
    const sessions = { models: (await recorder?.open()) ?? null, mcp: (await mcp?.open()) ?? null };
    try {
      return await startEmpty(recordedSpec(spec, sessions), patienceMs, signal);
    } finally {
      sessions.models?.close();
      await sessions.mcp?.close();
    }
  };
}

async function startEmpty(
  spec: ProgramSpec,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Exited | 'starts' | 'unknown'> {
  const stderr = createTailBuffer(KEPT_BYTES);
  const program = startProgram(spec, {
    line: () => {},
    stdout: () => {},
    stderr: (chunk) => stderr.push(chunk),
    overlong: () => {},
  });
  const onAbort = () => program.stop(0);
  signal.addEventListener('abort', onAbort, { once: true });
  program.closeInput();
  const early = await endWithin(program, patienceMs);
  const end = early ?? (await program.stop(0));
  signal.removeEventListener('abort', onAbort);
  if (signal.aborted || end.kind === 'not_started') return 'unknown';
  return early !== null && end.code !== 0 ? { ...end, stderr: stderr.text(), answered: false } : 'starts';
}

const KEPT_BYTES = 64 * 1024;

/** Exit and last words, without what differs between two runs of the same failure (process ids, times, addresses). */
function signature(exit: Exited): string {
  const words = exit.stderr.slice(-2000).replace(/0x[0-9a-f]+|\d+/gi, '0');
  return JSON.stringify([exit.code, exit.signal, words]);
}
