import { conclude } from '#domain/gate/conclude.ts';
import type { Circumstance } from '#domain/gate/finding.ts';
import { withDecision } from '#domain/report/build-report.ts';
import type { Evaluation } from '../evaluation.ts';
import { withStop } from '../merging/shard-verdict.ts';

/** The evaluation with something that is found when it is done: decided anew from all that was found before. */
export function concludeAgain(evaluation: Evaluation, further: Circumstance): Evaluation {
  const { findings, decision: numbers } = evaluation.decision;
  const decision = conclude({ ...findings, circumstances: [...findings.circumstances, further] }, numbers);
  const report = withDecision(evaluation.report, decision);
  return { ...evaluation, decision, report, results: withStop(evaluation.results, decision) };
}
