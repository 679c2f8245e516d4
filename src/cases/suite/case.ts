import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import type { JsonObject } from '#common/json.ts';
import type { Expectations } from './expectation.ts';
import type { Workspace } from './hashed-folder.ts';
import type { SimulatedUserSpec } from './simulated-user.ts';
import type { VariantOf, VariantSpec } from './variant.ts';

/** One message of a conversation as cases write it. */
export interface Message {
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  readonly content: string;
}

/** One user turn: the input to the agent, and the expectations of its answer (`null`: none of its own). */
export interface Turn {
  readonly input: string;
  readonly expect: Expectations | null;
}

/** Where a case is written, for messages and annotations. `line` counts from 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
}

/** One input (one or more turns) with its expectations. Field names are those of the YAML. */
export interface Case {
  /** `[A-Za-z0-9._/-]{1,128}`, unique in the suite; one that is derived from another also has a `~`. */
  readonly id: string;
  readonly name: string | null;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
  /** Initial state given to the agent. */
  readonly context: JsonObject;
  /** Turns that already happened. */
  readonly history: readonly Message[];
  /** At least one, unless a simulated user opens the conversation; `input: x` is one turn. */
  readonly turns: readonly Turn[];
  /** Continues after `turns`; `null` without one. */
  readonly simulated_user: SimulatedUserSpec | null;
  /** Replaces the mocks of the config, tool by tool. */
  readonly mocks: ToolMocks;
  /** Absent: its agent works in none. */
  readonly workspace?: Workspace;
  /** Judged at the end of the conversation: last answer, last metadata and state, tools and limits of the whole trial. */
  readonly expect: Expectations;
  /** The case's own number of trials, or `null` for the suite's. */
  readonly trials: number | null;
  /** Globs of files that it depends on, from the folder of the config; absent: it names none of its own. */
  readonly covers?: readonly string[];
  /** The case only guards, and an agent that does nothing may pass; absent: it must bite. */
  readonly bites?: false;
  /** How it is varied; absent: as the config says. */
  readonly variants?: readonly VariantSpec[];
  /** The case that it is derived from, whose id its own begins with; absent: it is written as it is. */
  readonly variant?: VariantOf;
  readonly source: SourceLocation;
}
