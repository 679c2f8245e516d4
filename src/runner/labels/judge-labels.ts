import type { Case } from '#cases/suite/case.ts';
import { groupBy } from '#common/group-by.ts';
import type { JudgeVerdict } from '#judge/judged.ts';
import { subjectOf } from '#judge/labels/label.ts';
import type { PlacedLabel } from '#judge/labels/parse-labels.ts';
import type { Judge } from '#ports/grader-ports.ts';
import { judgeQuestions } from '#trials/checks/judge-questions.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { inTurn } from '../regrade/regrade-run.ts';
import { placeOf } from './label-evidence.ts';

/** What a judge said of labelled trajectories. */
export interface JudgedLabels {
  /** By `subjectOf`. */
  readonly verdicts: ReadonlyMap<string, JudgeVerdict>;
  /** Names of the model as it was served. */
  readonly models: readonly string[];
  /** Why trajectories got no verdict, a sentence part each. */
  readonly problems: readonly string[];
}

/**
 * Puts the questions of labels to a judge, as a run would: trajectory by trajectory.
 *
 * @throws AgentUnavailableError if no model can be asked any more
 */
export async function judgeLabels(
  labels: readonly PlacedLabel[],
  judge: Judge,
  {
    cases,
    trials,
    concurrency,
    signal,
  }: {
    readonly cases: readonly Case[];
    readonly trials: ReadonlyMap<string, Trial>;
    readonly concurrency: number;
    readonly signal: AbortSignal;
  },
): Promise<JudgedLabels> {
  const byId = new Map(cases.map((evalCase) => [evalCase.id, evalCase]));
  const subjects = new Set(labels.map(({ label }) => subjectOf(label)));
  const places = groupBy(labels, ({ label }) => placeOf(label));
  const verdicts = new Map<string, JudgeVerdict>();
  const models = new Set<string>();
  const problems: string[] = [];
  async function* each() {
    yield* places;
  }
  await inTurn(each(), concurrency, async ([place, [first]]) => {
    const trial = trials.get(place);
    const evalCase = byId.get(first?.label.case_id ?? '');
    if (trial === undefined || evalCase === undefined || first === undefined) return;
    const { case_id, trajectory } = first.label;
    const subject = ({ criterion, turn }: { readonly criterion: string; readonly turn: number | null }) =>
      subjectOf({ case_id, trajectory, criterion, ...(turn === null ? {} : { turn }) });
    const questions = judgeQuestions(evalCase, trial).filter(
      ({ criterion, turn, settled }) => settled === null && subjects.has(subject({ criterion: criterion.id, turn })),
    );
    if (questions.length === 0) return;
    const { answers, usage } = await judge.judge({ case_id, index: trial.index, questions }, signal);
    for (const model of usage?.models ?? []) models.add(model);
    for (const { id, criterion, turn } of questions) {
      const answer = answers.get(id);
      if (answer === undefined || answer.judged === null)
        problems.push(answer?.problem ?? 'the judge said nothing of it');
      else verdicts.set(subject({ criterion: criterion.id, turn }), answer.judged.verdict);
    }
  });
  signal.throwIfAborted();
  return { verdicts, models: [...models].sort(), problems };
}
