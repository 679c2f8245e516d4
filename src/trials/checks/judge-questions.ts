import type { Case } from '#cases/suite/case.ts';
import { jsonText } from '#common/json-text.ts';
import type { JudgeCriterion, SeenPart } from '#judge/criterion.ts';
import { judgeCheckName } from '#judge/judged.ts';
import type { ShownBlock } from '#judge/shown.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { withoutCalls } from './calls/unreported-calls.ts';
import { answerText } from './response/silence.ts';
import type { CheckResult, TrialView } from './terms/check.ts';
import { fails, type Judgement, unjudged } from './terms/judgement.ts';
import { scopePrefix, scopesOf } from './terms/scopes.ts';
import { trialView } from './trial-view.ts';

/** One criterion of one place of a case, with what the judge is shown of a trial, or with a result that needs no judge. */
export interface JudgeQuestion {
  /** Id of its check: `judge.polite`, `t2.judge.polite`. */
  readonly id: string;
  readonly turn: number | null;
  readonly criterion: JudgeCriterion;
  readonly blocks: readonly ShownBlock[];
  /** Set if the trial decides the check by itself; then nobody is asked. */
  readonly settled: CheckResult | null;
}

/** Every criterion of a case, in the order in which they are graded, with what the judge sees of a trial. */
export function judgeQuestions(evalCase: Case, trial: Trial): readonly JudgeQuestion[] {
  return scopesOf(evalCase).flatMap(({ turn, expect }) =>
    (expect.judge ?? []).map((criterion): JudgeQuestion => {
      const view = trialView(evalCase, trial, turn);
      const blocks = criterion.sees.flatMap((part) => SHOWN[part](evalCase, trial, view, turn));
      const settled = settledBy(trial, view, criterion, blocks);
      const name = judgeCheckName(criterion.id);
      return {
        id: `${scopePrefix(turn)}${name}`,
        turn,
        criterion,
        blocks,
        settled: settled === null ? null : { name, ...settled },
      };
    }),
  );
}

function settledBy(
  { end }: Trial,
  view: TrialView,
  { sees }: JudgeCriterion,
  blocks: readonly ShownBlock[],
): Judgement | null {
  if (end.kind !== 'completed') return unjudged('not_asked', { kind: 'not_judged', why: 'incomplete' });
  const seesAnswer = sees.includes('answer') || sees.includes('conversation');
  if (seesAnswer && answerText(view.output) === null) return fails('no_answer', 0, { kind: 'no_answer' });
  if (sees.includes('tools') && view.tool_calls === null) return withoutCalls(view);
  const size = blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (size <= MOST_SHOWN) return null;
  return unjudged('too_long', { kind: 'too_long', characters: size, most: MOST_SHOWN });
}

/** Characters; a judge that sees only a part of a trial would judge another trial. */
const MOST_SHOWN = 400_000;

/** The blocks of each part of a trial. */
const SHOWN: Readonly<
  Record<SeenPart, (evalCase: Case, trial: Trial, view: TrialView, turn: number | null) => readonly ShownBlock[]>
> = {
  answer: (_case, _trial, { output }) => [{ part: 'answer', title: 'the answer of the assistant', text: output ?? '' }],
  conversation: ({ history }, { trajectory }, _view, turn) => {
    const turns = trajectory.turns.filter((record) => turn === null || record.turn <= turn);
    const messages = [
      ...history.filter(({ role }) => role === 'user' || role === 'assistant'),
      ...turns.flatMap(({ input, output }) => [
        { role: 'user', content: input },
        ...(output === null ? [] : [{ role: 'assistant', content: output }]),
      ]),
    ];
    return messages.map(({ role, content }, index) => ({
      part: 'conversation',
      title: `message ${index + 1}, by the ${role}`,
      text: content,
    }));
  },
  tools: (_case, _trial, { tool_calls: calls }) => {
    if (calls === null || calls.length > 0) return (calls ?? []).map(toolBlock);
    return [{ part: 'tools', title: 'tool calls', text: '(the assistant called no tool)' }];
  },
  context: ({ context, history }) => {
    const rules = history.filter(({ role }) => role === 'system');
    const facts = Object.keys(context).length === 0 ? [] : [jsonText(context, 2)];
    const texts = [...rules.map(({ content }) => content), ...facts];
    return [{ part: 'context', title: 'the context of the assistant', text: texts.join('\n\n') || '(none)' }];
  },
};

function toolBlock({ name, arguments: args, status, result }: ToolCall, index: number): ShownBlock {
  const text = typeof result === 'string' ? result : jsonText(result, 2);
  const outcome = status === null ? 'result not seen' : `${status === 'ok' ? 'result' : 'error'}:\n${text}`;
  return {
    part: 'tools',
    title: `tool call ${index + 1}`,
    text: `${name} ${jsonText(args)}\n${outcome}`,
  };
}
