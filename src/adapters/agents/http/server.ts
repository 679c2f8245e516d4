import type { Exited } from '../reply.ts';

/** The server that turns are posted to: one that runs already, or one that we start and start again. */
export interface Server {
  /**
   * Resolves once the server can be asked, with the number of its start, counted from 1.
   *
   * @throws AgentUnavailableError when it can't be; the signal's reason when it is aborted.
   */
  ready(signal: AbortSignal): Promise<number>;
  /** The number of the start that can be asked now; `null` while there is none. */
  current(): number | null;
  /**
   * How the program of a start ended, after a connection to it was lost. `running`: it did not; `replaced`: we ended it, or
   * have started it again; `foreign`: it is not ours.
   */
  fate(start: number): Promise<Exited | 'running' | 'replaced' | 'foreign'>;
  /** Ends the program; the next `ready` starts it again. Does nothing to a server that runs by itself. */
  stop(): Promise<void>;
}
