import type * as z from 'zod';
import type { Contradiction, UncheckedMapping } from '#domain/document/contradictions.ts';
import type { AgentConfig } from '../config.ts';
import type { Beside, BesideKey } from './beside.ts';

/** One kind of agent: what `agent.KIND` may hold, and which keys beside it mean something. A further kind is a further file like its siblings. */
export interface AgentKind<Schema extends z.ZodType, Agent extends AgentConfig> {
  /** The value of the kind's own key. */
  readonly schema: Schema;
  /** Keys of `agent:` that this kind reads; the others say nothing. */
  readonly takes: readonly BesideKey[];
  /** Ends the sentence "says nothing …" about a key that it does not read. */
  readonly otherwise: string;
  /** What does not fit together in `agent:`; values may have any type. */
  contradictions(agent: UncheckedMapping): readonly Contradiction[];
  read(written: z.output<Schema>, beside: Beside): Agent;
}
