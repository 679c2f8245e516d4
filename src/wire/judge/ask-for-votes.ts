import { cutEnd } from '#common/cut.ts';
import { answerSchema } from '#judge/answer-schema.ts';
import type { JudgeCriterion } from '#judge/criterion.ts';
import type { JudgeSettings } from '#judge/identity.ts';
import type { JudgeCall } from '#judge/judged.ts';
import { judgePrompt } from '#judge/prompt.ts';
import { readAnswer } from '#judge/read-answer.ts';
import type { ShownBlock } from '#judge/shown.ts';
import type { Vote } from '#judge/votes.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { type CallContext, type JudgeCache, type JudgeModel, ModelCallError, type TrialAttempt } from '#wire/ports.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';

/** Parts of a judge. */
export interface JudgeParts {
  readonly model: JudgeModel;
  readonly settings: JudgeSettings;
  /** `null`: every content is judged again. */
  readonly cache: JudgeCache | null;
  /** Why no model can be asked any more, a sentence; `null`: one can. */
  readonly refusal: () => string | null;
}

/** The judging of one trial. */
export interface TrialJudging extends JudgeParts {
  /** One for all calls: equal ones are counted. */
  readonly attempt: TrialAttempt;
  readonly signal: AbortSignal;
  /** Gets every call. */
  readonly calls: ModelCall[];
  /** Gets every answer as received. */
  readonly log: JudgeCall[];
  /** Gets the models of verdicts that are remembered. */
  readonly remembered: string[];
}

/** The model gave no answer at all. `code` is the class of the trial's error, if it has one of its own. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * One vote on each criterion, in their order. An answer that can't be read is asked for once more; if that can't be read either,
 * no vote is one.
 *
 * @throws NoAnswer
 */
export async function askForVotes(
  criteria: readonly JudgeCriterion[],
  blocks: readonly ShownBlock[],
  { vote, turn }: { readonly vote: number; readonly turn: number | null },
  asking: TrialJudging,
): Promise<readonly Vote[]> {
  let mend: string | null = null;
  for (let tries = 0; tries < 2; tries += 1) {
    const answer = await ask(criteria, blocks, mend, asking);
    const read = readAnswer(answer, criteria, blocks);
    asking.log.push({
      criteria: criteria.map(({ id }) => id),
      ...(turn === null ? {} : { turn }),
      vote,
      answer: cutEnd(answer, MOST_KEPT),
      problem: 'problem' in read ? read.problem : (read.votes.find(({ problem }) => problem !== null)?.problem ?? null),
    });
    if ('votes' in read) return read.votes;
    mend = read.problem;
  }
  const problem = `the judge's answer could not be read, nor could its second one: ${mend}`;
  return criteria.map(() => ({ verdict: 'malformed', evidence: null, problem }));
}

/** Characters of an answer. */
const MOST_KEPT = 20_000;

async function ask(
  criteria: readonly JudgeCriterion[],
  blocks: readonly ShownBlock[],
  mend: string | null,
  { model, attempt, signal, calls, refusal }: TrialJudging,
): Promise<string> {
  const context: CallContext = {
    ledger: 'judge',
    attempt,
    onWait: () => {},
    onCall: (call) => calls.push(call),
  };
  try {
    return await model.ask({ ...judgePrompt(criteria, blocks, mend), schema: answerSchema(criteria) }, context, signal);
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    if (signal.aborted) throw new NoAnswer('cancelled', 'cancelled before the judge answered');
    const over = refusal();
    if (over !== null) throw new AgentUnavailableError(`the judge can't be asked: ${over}`, '', null);
    const fault = calls.at(-1)?.fault ?? null;
    const code = fault?.kind === 'budget' || fault?.kind === 'replay_miss' ? fault.kind : 'no_answer';
    throw new NoAnswer(code, `the judge: ${cutEnd(fault?.message ?? error.message, 2000)}`);
  }
}
