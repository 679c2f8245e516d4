import type { Execution } from '#application/trials/execute-suite.ts';
import { onInconclusive } from '#domain/base-rules/check-first-policy.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { formatIssue } from '#domain/document/format-issue.ts';
import { buildReport } from '#domain/report/build-report.ts';
import { untestedRules } from '#domain/report/untested-rules.ts';
import type { BaseSide } from '../base-side/read-base-side.ts';
import type { EvaluateRequest } from '../evaluate-request.ts';
import type { Evaluation } from '../evaluation.ts';
import type { Judgement } from '../judge.ts';

/** A run that has been judged. */
export interface JudgedRun {
  readonly request: Pick<EvaluateRequest, 'name' | 'repository_url' | 'run_url'>;
  readonly base: BaseSide;
  readonly judged: Judgement;
  /** The runs of main that it was compared with. */
  readonly baseline: BaselineLookup;
  readonly execution: Execution;
  readonly duration_ms: number;
  /** Notes on the run, a sentence each. */
  readonly notes: readonly string[];
}

/** Everything that documents and check runs need, with the report. */
export function evaluationOf({
  request,
  base,
  judged,
  baseline,
  execution,
  duration_ms,
  notes,
}: JudgedRun): Evaluation {
  const { suite, policy } = base;
  const { decision, comparison, results, confirmation } = judged;
  const { name, repository_url, run_url } = request;
  const report = buildReport({
    decision,
    comparison,
    results,
    cases: suite.cases,
    evidence: execution.evidence,
    baseline,
    duration_ms,
    name,
    repository_url,
    run_url,
    notes: [...notes, ...untestedRules(results), ...suite.warnings.map(formatIssue)],
  });
  const on_inconclusive = onInconclusive(policy, suite.config.gate);
  return { results, confirmation, comparison, decision, report, baseline, execution, on_inconclusive };
}
