import { jsonText } from '#domain/json-text.ts';
import type { JudgeCriterion } from '#domain/judge/criterion.ts';
import type { JudgedCriterion } from '#domain/judge/judged.ts';
import { questionHash } from '#domain/judge/question-hash.ts';
import type { Case } from '#domain/suite/case.ts';
import type { Trajectory } from '#domain/trial/trajectory.ts';
import { trajectoryHash } from '#domain/trial/trajectory-hash.ts';

/** What a reader needs to label a judged trial, and nothing of what the judge said. */
export interface LabelData {
  /** SHA-256 of the trajectory. */
  readonly trajectory: string;
  readonly criteria: readonly CriterionToLabel[];
  /** The agent's context, where a criterion shows it to the judge. */
  readonly context: string | null;
}

/** A criterion to be labelled. */
export interface CriterionToLabel {
  readonly criterion: string;
  /** From 1; `null`: the whole trial. */
  readonly turn: number | null;
  /** The question and its hash; `null`: only the results are at hand, without the config. */
  readonly ask: string | null;
  readonly question: string | null;
}

/** The labels that a trial can get; `null`: no judge decided anything in it. */
export function labelData(
  judged: readonly JudgedCriterion[],
  trajectory: Trajectory,
  evalCase: Case | null,
): LabelData | null {
  if (judged.length === 0) return null;
  const asked = judged.map(({ criterion, turn }) => ({ criterion, turn: turn ?? null }));
  const known = asked.map(({ criterion, turn }) => criterionOf(evalCase, criterion, turn));
  const isContextShown = known.some((one) => one?.sees.includes('context') === true);
  return {
    trajectory: trajectoryHash(trajectory),
    criteria: asked.map((one, index) => {
      const found = known[index] ?? null;
      return { ...one, ask: found?.ask ?? null, question: found === null ? null : questionHash(found) };
    }),
    context: isContextShown && evalCase !== null ? contextOf(evalCase) : null,
  };
}

function criterionOf(evalCase: Case | null, id: string, turn: number | null): JudgeCriterion | null {
  const expect = turn === null ? evalCase?.expect : evalCase?.turns[turn - 1]?.expect;
  return expect?.judge?.find((criterion) => criterion.id === id) ?? null;
}

function contextOf({ context, history }: Case): string {
  const rules = history.filter(({ role }) => role === 'system').map(({ content }) => content);
  return [...rules, ...(Object.keys(context).length === 0 ? [] : [jsonText(context, 2)])].join('\n\n');
}
