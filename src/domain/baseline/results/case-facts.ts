import type { CaseRecord } from '#domain/baseline/results/results-file.ts';
import type { Case } from '#domain/suite/case.ts';
import { expectHash, inputHash } from '#domain/suite/case-hashes.ts';

/** What results say about a case before anything ran. */
export function caseFacts(
  one: Case,
  { grader_hashes: graders }: { readonly grader_hashes: ReadonlyMap<string, string> },
): Omit<CaseRecord, 'never_fail' | 'planned_trials' | 'trials'> {
  return {
    id: one.id,
    name: one.name,
    input_hash: inputHash(one),
    expect_hash: expectHash(one),
    grader_hash: graders.get(one.id) ?? null,
    source: one.source,
    tags: one.tags,
    expected_tool_calls: expectedToolCalls(one),
    fixed_trials: one.trials !== null,
    metadata: one.metadata,
  };
}

/** Expected tool calls over the case's turns and end; 0 leaves tool recall undefined. */
function expectedToolCalls(one: Case): number {
  return [one.expect, ...one.turns.map((turn) => turn.expect)]
    .flatMap((expect) => expect?.tools?.calls ?? [])
    .reduce((sum, step) => sum + (step.kind === 'call' ? 1 : step.calls.length), 0);
}
