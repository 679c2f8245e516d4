import type { Case } from '#cases/suite/case.ts';
import { isJudgedByModel } from '#cases/suite/criteria-of.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { type CustomCheck, customChecks, type EmbeddingCheck, embeddingChecks } from './custom-checks.ts';
import { type JudgeQuestion, judgeQuestions } from './judge-questions.ts';
import { answerText } from './response/silence.ts';
import type { TrialView } from './terms/check.ts';
import { trialView } from './trial-view.ts';

/** A check for a program, with what it is given of the trial. */
export interface CustomQuestion extends CustomCheck {
  readonly view: TrialView;
}

/** A check for a model of embeddings, with the answer that it measures. */
export interface EmbeddingQuestion extends EmbeddingCheck {
  /** `null`: the agent gave none. */
  readonly answer: string | null;
}

/** Everything about a trial that has to be asked before it can be graded. */
export interface TrialQuestions {
  readonly case_id: string;
  /** Of the trial, from 1. */
  readonly index: number;
  readonly custom: readonly CustomQuestion[];
  readonly embedding: readonly EmbeddingQuestion[];
  /** Without the criteria that the trial decides by itself. */
  readonly judge: readonly JudgeQuestion[];
}

/** What is asked about a trial of a case, each in the order of grading; nothing if it ended in an error. */
export function trialQuestions(evalCase: Case, trial: Trial): TrialQuestions {
  const about = { case_id: evalCase.id, index: trial.index };
  if (trial.end.kind === 'error') return { ...about, custom: [], embedding: [], judge: [] };
  const viewOf = (turn: number | null): TrialView => trialView(evalCase, trial, turn);
  return {
    ...about,
    custom: customChecks(evalCase).map((check) => ({ ...check, view: viewOf(check.turn) })),
    embedding: embeddingChecks(evalCase).map((check) => ({ ...check, answer: answerText(viewOf(check.turn).output) })),
    judge: judgeQuestions(evalCase, trial).filter(({ settled }) => settled === null),
  };
}

/** Whether the trials of a case are graded without asking anybody. */
export function asksNobody(evalCase: Case): boolean {
  return customChecks(evalCase).length === 0 && embeddingChecks(evalCase).length === 0 && !isJudgedByModel(evalCase);
}
