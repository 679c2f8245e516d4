import type { Case } from '#cases/suite/case.ts';
import { expectHash, inputHash } from '#cases/suite/case-hashes.ts';
import { isJudgedByModel } from '#cases/suite/criteria-of.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { type JudgeSettings, judgeIdentity } from '#judge/identity.ts';

/** What grades the cases of a suite besides their expectations. */
export interface GradedBy {
  readonly grader_hashes: ReadonlyMap<string, string>;
  readonly config: { readonly judge: JudgeSettings | null };
}

/** What results say about a case before anything ran. */
export function caseHeader(
  evalCase: Case,
  { grader_hashes: graders, config: { judge } }: GradedBy,
): Omit<CaseRecord, 'never_fail' | 'planned_trials' | 'trials'> {
  return {
    id: evalCase.id,
    name: evalCase.name,
    input_hash: inputHash(evalCase),
    expect_hash: expectHash(evalCase),
    grader_hash: graders.get(evalCase.id) ?? null,
    ...(judge !== null && isJudgedByModel(evalCase) ? { judge_key: judgeIdentity(judge) } : {}),
    source: evalCase.source,
    ...(evalCase.variant === undefined ? {} : { variant: evalCase.variant }),
    tags: evalCase.tags,
    expected_tool_calls: expectedToolCalls(evalCase),
    fixed_trials: evalCase.trials !== null,
    metadata: evalCase.metadata,
  };
}

/** Expected tool calls over the case's turns and end; 0 leaves tool recall undefined. */
function expectedToolCalls(evalCase: Case): number {
  return [evalCase.expect, ...evalCase.turns.map((turn) => turn.expect)]
    .flatMap((expect) => expect?.tools?.calls ?? [])
    .reduce((sum, step) => sum + (step.kind === 'call' ? 1 : step.calls.length), 0);
}
