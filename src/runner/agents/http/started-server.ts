import { setTimeout as delay } from 'node:timers/promises';
import { duration } from '#common/words.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { settledWithin } from '#process/deferred.ts';
import { endWithin, type Program, type ProgramEnd, type ProgramSpec, startProgram } from '#process/program.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';
import type { Probe } from './probe.ts';
import type { Server } from './server.ts';

/** How to start and watch a server. */
export interface StartedServerOptions {
  /** The program, requested before each start. */
  readonly spec: () => ProgramSpec;
  /** Checks whether it is ready. */
  readonly probe: Probe;
  /** Checks whether anything listens on its port. */
  readonly port: Probe;
  /** Where the probe looks, for messages. */
  readonly address: string;
  readonly ready_timeout_ms: number;
  /** Gets each line of standard output, and standard error as it comes. */
  readonly onLine: (text: string) => void;
  readonly onStderr: (chunk: Buffer) => void;
}

interface Start {
  readonly number: number;
  readonly program: Program;
  readonly stderr: () => string;
  ended: ProgramEnd | null;
  /** We ended it, so its end means nothing. */
  stopped: boolean;
}

/** A server that we start when it is first needed, and again after it ended. */
export function createStartedServer(options: StartedServerOptions): Server {
  const { spec, probe, port, address, ready_timeout_ms, onLine, onStderr } = options;
  let starts = 0;
  let live: Start | null = null;
  let starting: Promise<Start> | null = null;
  let everReady = false;

  function launch(program: ProgramSpec): Start {
    const tail = createTailBuffer(KEPT_BYTES);
    starts += 1;
    const start: Start = {
      number: starts,
      program: startProgram(program, {
        line: onLine,
        stdout: () => {},
        stderr(chunk) {
          tail.push(chunk);
          onStderr(chunk);
        },
        overlong: () => {},
      }),
      stderr: () => tail.text(),
      ended: null,
      stopped: false,
    };
    void start.program.ended.then((end) => {
      start.ended = end;
    });
    return start;
  }

  /** A program that was ready before gets as many tries as fit into its time: its port may still be taken by the previous one. */
  async function startUp(signal: AbortSignal): Promise<Start> {
    const since = performance.now();
    if (!everReady && (await port(signal)) === null) throw addressInUse(address);
    for (;;) {
      signal.throwIfAborted();
      const start = launch(spec());
      live = start;
      const problem = await untilReady(start, since, signal);
      if (problem === null && !signal.aborted) {
        everReady = true;
        return start;
      }
      await start.program.stop(TERM_GRACE_MS);
      signal.throwIfAborted();
      const again = everReady && start.ended?.kind === 'exited' && performance.now() - since < ready_timeout_ms;
      if (problem !== null && !again) throw problem;
      await delay(AGAIN_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }

  async function untilReady(start: Start, since: number, signal: AbortSignal): Promise<AgentUnavailableError | null> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const problem = await probe(signal);
      // Whatever answered was not a program that has ended.
      if (start.ended !== null) return neverReady(start, start.ended);
      if (problem === null || signal.aborted) return null;
      if (performance.now() - since >= ready_timeout_ms)
        return late(address, ready_timeout_ms, problem, start.stderr());
      await settledWithin(start.program.ended, pause);
    }
  }

  return {
    async ready(signal) {
      if (starting === null && live !== null && live.ended === null && !live.stopped) return live.number;
      starting ??= startUp(signal).finally(() => {
        starting = null;
      });
      return (await starting).number;
    },
    current: () => (starting === null && live?.ended === null && !live.stopped ? live.number : null),
    async fate(number) {
      const start = live;
      if (start === null || start.number !== number || start.stopped) return 'replaced';
      await endWithin(start.program, FATE_PATIENCE_MS);
      if (start.ended === null) return 'running';
      return start.ended.kind === 'exited' ? { ...start.ended, stderr: start.stderr(), answered: false } : 'replaced';
    },
    async stop() {
      await starting?.catch(() => {});
      if (live === null) return;
      live.stopped = true;
      await live.program.stop(TERM_GRACE_MS);
    },
  };
}

const KEPT_BYTES = 64 * 1024;
const TERM_GRACE_MS = 300;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;
const AGAIN_PAUSE_MS = 250;
/** How long a program may take to end after its connection broke. */
const FATE_PATIENCE_MS = 1_000;

function addressInUse(address: string): AgentUnavailableError {
  return new AgentUnavailableError(
    `something is already listening at ${address}; stop it, or remove agent.http.start to use it as it is`,
    '',
    null,
  );
}

function neverReady(start: Start, end: ProgramEnd): AgentUnavailableError {
  if (end.kind === 'not_started') {
    const why = end.code === 'ENOENT' ? 'it was not found' : end.message;
    return new AgentUnavailableError(`can't start the server of agent.http.start (${end.code}): ${why}`, '', null);
  }
  const how = end.signal === null ? `exited with code ${end.code}` : `was ended by ${end.signal}`;
  const hint =
    end.code === 0 ? '. Keep it in the foreground: when its process exits, the server counts as stopped' : '';
  return new AgentUnavailableError(
    `the server of agent.http.start ${how} before it was ready${hint}`,
    start.stderr(),
    end.code,
  );
}

function late(address: string, timeoutMs: number, problem: string, stderr: string): AgentUnavailableError {
  return new AgentUnavailableError(
    `the server of agent.http.start was not ready at ${address} within ${duration(timeoutMs)} (agent.http.ready_timeout): ${problem}`,
    stderr,
    null,
  );
}
