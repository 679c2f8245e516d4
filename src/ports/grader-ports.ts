import type { Case } from '#cases/suite/case.ts';
import type { CustomExpectation } from '#cases/suite/expectation.ts';
import type { JudgeCall } from '#judge/judged.ts';
import type { JudgeSaid } from '#trials/checks/criterion-result.ts';
import type { EmbeddingCheck } from '#trials/checks/custom-checks.ts';
import type { JudgeQuestion } from '#trials/checks/judge-questions.ts';
import type { CheckResult, TrialView } from '#trials/checks/terms/check.ts';
import type { Usage } from '#trials/trial/trajectory.ts';

/** Runs checks that are programs. A check that fails to judge returns `passed: null`. */
export interface CustomChecks {
  judge(
    expectation: CustomExpectation,
    context: { readonly case: Case; readonly view: TrialView },
    signal: AbortSignal,
  ): Promise<CheckResult>;
  /** How similar an answer is to some texts by their embeddings; absent: there is no model of embeddings. Never throws. */
  embedding?(
    check: EmbeddingCheck,
    answer: string | null,
    signal: AbortSignal,
  ): Promise<{ readonly result: CheckResult; readonly usage: Usage | null }>;
}

/** The criteria of one trial that a model decides. */
export interface JudgeRequest {
  readonly case_id: string;
  /** Of the trial, from 1. */
  readonly index: number;
  /** At least one. */
  readonly questions: readonly JudgeQuestion[];
}

/** What a judge said of one trial. */
export interface JudgeAnswers {
  /** By the id of the question. */
  readonly answers: ReadonlyMap<string, JudgeSaid>;
  /** What it cost; `null` if no call was made. */
  readonly usage: Usage | null;
  /** Every answer as received. */
  readonly log: readonly JudgeCall[];
  /** An answer came from a cassette. */
  readonly replayed: boolean;
}

/**
 * Puts criteria to a model. It says what it can't decide.
 *
 * @throws AgentUnavailableError if no model can be asked any more: its key is refused, or the model is unknown.
 */
export interface Judge {
  judge(request: JudgeRequest, signal: AbortSignal): Promise<JudgeAnswers>;
}
