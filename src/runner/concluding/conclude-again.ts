import { concludeWith } from '#gate/decision/rules/conclude.ts';
import type { Circumstance } from '#gate/decision/terms/finding.ts';
import { withDecision } from '#report/rows/build-report.ts';
import { withStop } from '../merging/shard-verdict.ts';
import type { Evaluation } from '../request/evaluation.ts';

/** The evaluation with a further circumstance: decided again from all findings. */
export function concludeAgain(evaluation: Evaluation, further: Circumstance): Evaluation {
  const decision = concludeWith(evaluation.decision, [further]);
  const report = withDecision(evaluation.report, decision);
  return { ...evaluation, decision, report, results: withStop(evaluation.results, decision) };
}
