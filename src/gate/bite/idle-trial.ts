import type { Case } from '#cases/suite/case.ts';
import { groupBy } from '#common/group-by.ts';
import { canonicalJson, type Json, type JsonObject } from '#common/json.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { WorkspaceFacts } from '#trials/trial/workspace-facts.ts';

/**
 * A trial in which the agent calls no tool, uses no token, and leaves the state as it is.
 *
 * @param answerTo what it says to an input; `null`: nothing
 * @param metadata what it returns besides its answer
 */
export function idleTrial(
  { id, turns, context, workspace, expect }: Case,
  answerTo: (input: string) => string | null,
  metadata: JsonObject | null = null,
): Trial {
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0, cost_usd: 0, estimated: false };
  const idle = {
    tool_calls: [],
    plan: null,
    metadata,
    state: context,
    retrieved: null,
    usage,
    steps: 0,
    latency_ms: 0,
  };
  // Only its own programs can tell what files and commands find in the untouched folder.
  const isUntouched = workspace !== undefined && expect.files === undefined && expect.commands === undefined;
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
      turns: turns.map(({ input }, at) => ({ turn: at + 1, input, output: answerTo(input), ...idle })),
      log: '',
      stderr: '',
      ...(isUntouched && { workspace: UNTOUCHED }),
    },
    end: { kind: 'completed' },
  };
}

/** The most frequent value of each field, if several have it: an agent that does nothing returns these. */
export function usualFields(all: readonly JsonObject[]): JsonObject {
  const values = groupBy(all.flatMap(Object.entries<Json>), (field) => canonicalJson(field));
  const shared = [...values.values()].filter(({ length }) => length > 1);
  return Object.fromEntries(
    shared.toSorted((left, right) => left.length - right.length).flatMap((same) => same.slice(0, 1)),
  );
}

const UNTOUCHED: WorkspaceFacts = {
  changes: [],
  changed: 0,
  patch: '',
  globs: [],
  files: [],
  more_files: false,
  commands: [],
};
