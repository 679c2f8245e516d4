import { formatIssue } from '#common/document/format-issue.ts';
import { onInconclusive } from '#config/base-rules/check-first-policy.ts';
import { guardedFiles } from '#config/guarded-files.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { selfAuditOf } from '#gate/history/audit.ts';
import type { HistoryRow } from '#gate/history/history-row.ts';
import { type FailOn, whenOpen } from '#report/exit-code.ts';
import { buildReport } from '#report/rows/build-report.ts';
import { untestedRules } from '#report/untested-rules.ts';
import type { Execution } from '#runner/trials/execute-suite.ts';
import type { Paid } from '#trials/trial/paid.ts';
import type { BaseSide } from '../base-side/read-base-side.ts';
import type { EvaluateRequest } from '../request/evaluate-request.ts';
import type { Evaluation } from '../request/evaluation.ts';
import type { DecidedRun } from './decide-run.ts';
import { unspokenOf } from './unspoken-of.ts';

/** A run that has been judged. */
export interface JudgedRun {
  readonly request: Pick<EvaluateRequest, 'names' | 'secrets'>;
  readonly base: BaseSide;
  readonly judged: DecidedRun;
  /** The runs of main that it was compared with. */
  readonly baseline: BaselineLookup;
  readonly execution: Execution;
  readonly duration_ms: number;
  /** Of main, with this run if it is one of them, oldest first; `null`: as it was before. */
  readonly history: readonly HistoryRow[] | null;
  /** Absent: other jobs ran it. */
  readonly paid?: Paid;
  /** Notes on the run, a sentence each. */
  readonly notes: readonly string[];
}

/** Everything that documents and check runs need, with the report. */
export async function evaluationOf({
  request,
  base,
  judged,
  baseline,
  execution,
  duration_ms,
  history,
  paid,
  notes,
}: JudgedRun): Promise<Evaluation> {
  const { suite, policy } = base;
  const { decision, comparison, results, confirmation, decided_with } = judged;
  const { name, repository_url, run_url, program, folder } = request.names;
  const rows = history ?? judged.history.rows;
  const on_inconclusive = onInconclusive(policy, suite.config.gate, request.secrets.replayed.length > 0);
  const report = buildReport({
    decision,
    comparison,
    results,
    cases: suite.cases,
    guarded: guardedFiles(suite),
    evidence: execution.evidence,
    baseline,
    duration_ms,
    when_open: whenOpen(failOn(results), { on_inconclusive }, decision.reasons),
    name,
    repository_url,
    run_url,
    confirmation,
    ...(paid !== undefined && { paid }),
    program,
    ...(folder !== undefined && { folder }),
    history: rows,
    unspoken: await unspokenOf(base, comparison.treatment_changes),
    audit: selfAuditOf(rows, 1 - suite.config.gate.confidence),
    notes: [...notes, ...judged.history.notes, ...untestedRules(results), ...suite.warnings.map(formatIssue)],
  });
  return {
    suite,
    results,
    confirmation,
    comparison,
    decision,
    decided_with,
    report,
    baseline,
    execution,
    on_inconclusive,
  };
}

/** The input `fail-on`, as the run stores it. */
function failOn({ run }: Pick<ResultsFile, 'run'>): FailOn | null {
  const value = run.inputs?.['fail-on'];
  return value === 'fail' || value === 'inconclusive' || value === 'never' ? value : null;
}
