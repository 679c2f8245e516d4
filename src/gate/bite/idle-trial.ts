import type { Case } from '#cases/suite/case.ts';
import type { JsonObject } from '#common/json.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { WorkspaceFacts } from '#trials/trial/workspace-facts.ts';

/** What an agent returns beside its answer without having done anything; `null`: nothing. */
export interface IdleFacts {
  readonly metadata: JsonObject | null;
  readonly state: JsonObject | null;
}

/** No facts at all. */
export const NO_FACTS: IdleFacts = { metadata: null, state: null };

/**
 * A trial in which the agent calls no tool and uses no token.
 *
 * @param answerTo what it says to an input; `null`: nothing
 */
export function idleTrial(
  { id, turns, workspace, expect }: Pick<Case, 'id' | 'turns' | 'workspace' | 'expect'>,
  answerTo: (input: string) => string | null,
  { metadata, state }: IdleFacts = NO_FACTS,
): Trial {
  const looksAtFiles = expect.files !== undefined || expect.commands !== undefined;
  return {
    case_id: id,
    index: 1,
    seed: 0,
    source: 'imported',
    started_at: '',
    duration_ms: 0,
    wait_ms: 0,
    tries: 1,
    trajectory: {
      turns: turns.map(({ input }, index) => ({
        turn: index + 1,
        input,
        output: answerTo(input),
        tool_calls: [],
        plan: null,
        metadata,
        state,
        retrieved: null,
        usage: NO_USAGE,
        steps: 0,
        latency_ms: 0,
      })),
      log: '',
      stderr: '',
      // What files and commands find in the untouched folder, only its own programs can tell.
      ...(workspace !== undefined && !looksAtFiles && { workspace: UNTOUCHED }),
    },
    end: { kind: 'completed' },
  };
}

const NO_USAGE = { input_tokens: 0, output_tokens: 0, total_tokens: 0, cost_usd: 0, estimated: false } as const;

const UNTOUCHED: WorkspaceFacts = {
  changes: [],
  changed: 0,
  patch: '',
  globs: [],
  files: [],
  more_files: false,
  commands: [],
};
