import type { Load } from '../support/model-suite.ts';
import type { Cost } from '../support/watch.ts';

/** Another runner of evals, which does the same calls and checks the same of each answer. */
export interface Peer {
  readonly name: string;
  /**
   * @param program its entry
   * @param packages the `node_modules` that it is in
   * @throws Error when not every trial passed
   */
  readonly run: (program: string, packages: string, load: Load, openai: string) => Promise<Cost>;
  /** Within `node_modules`. */
  readonly program: string;
}
