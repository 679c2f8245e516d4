import type { Exited } from '../turn/reply.ts';

/** The server that turns are posted to: one that already runs, or one that we start and restart. */
export interface Server {
  /**
   * Resolves once the server is ready, with the number of its start, from 1.
   *
   * @throws AgentUnavailableError if it can't be; the signal's reason if it is aborted.
   */
  ready(signal: AbortSignal): Promise<number>;
  /** The number of the current start; `null` if there is none. */
  current(): number | null;
  /**
   * How the program of a start ended, after a connection to it was lost. `running`: it did not; `replaced`: we ended or
   * restarted it; `foreign`: it is not ours.
   */
  fate(start: number): Promise<Exited | 'running' | 'replaced' | 'foreign'>;
  /** Ends the program; the next `ready` restarts it. Does nothing to a server that already ran. */
  stop(): Promise<void>;
}
