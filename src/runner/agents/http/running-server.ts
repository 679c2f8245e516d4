import { setTimeout as delay } from 'node:timers/promises';
import { duration } from '#common/words.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import type { Probe } from './probe.ts';
import type { Server } from './server.ts';

/** Options for a server that already runs. */
export interface RunningServerOptions {
  readonly probe: Probe;
  /** Where the probe looks, for messages. */
  readonly address: string;
  readonly ready_timeout_ms: number;
}

/** A server that someone else started. It is probed once. */
export function createRunningServer({ probe, address, ready_timeout_ms }: RunningServerOptions): Server {
  let found = false;
  return {
    async ready(signal) {
      const since = performance.now();
      for (let pause = FIRST_PAUSE_MS; !found; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        const problem = await probe(signal);
        signal.throwIfAborted();
        found ||= problem === null;
        if (found) break;
        if (performance.now() - since >= ready_timeout_ms) throw notThere(address, ready_timeout_ms, problem ?? '');
        await delay(pause, undefined, { signal }).catch(() => {});
        signal.throwIfAborted();
      }
      return 1;
    },
    current: () => 1,
    fate: async () => 'foreign',
    stop: async () => {},
  };
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

function notThere(address: string, timeoutMs: number, problem: string): AgentUnavailableError {
  return new AgentUnavailableError(
    `no server at ${address} within ${duration(timeoutMs)} (agent.http.ready_timeout): ${problem}. ` +
      'Start it in an earlier step, or set its command in agent.http.start',
    '',
    null,
  );
}
