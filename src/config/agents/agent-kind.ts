import type * as z from 'zod';
import type { Contradiction, UncheckedMapping } from '#common/document/contradictions.ts';
import type { AgentConfig } from '../config.ts';
import type { Beside, BesideKey } from './beside.ts';

/**
 * One kind of agent: what `agent.KIND` may contain, and which keys next to it apply. To add a kind, add a file like its
 * siblings.
 */
export interface AgentKind<Schema extends z.ZodType, Agent extends AgentConfig> {
  /** The value of the kind's own key. */
  readonly schema: Schema;
  /** Keys of `agent:` that this kind uses; the others have no meaning for it. */
  readonly takes: readonly BesideKey[];
  /** Ends the sentence "says nothing …" about a key that it does not use. */
  readonly otherwise: string;
  /** Contradictions in `agent:`; values may have any type. */
  contradictions(agent: UncheckedMapping): readonly Contradiction[];
  read(settings: z.output<Schema>, common: Beside): Agent;
}
