import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Decision } from '#gate/decision/terms/decision.ts';
import { whenOpen } from '#report/exit-code.ts';
import type { ShownTrend } from '#report/html/pages/history-page.tsx';
import type { Report, TrialEvidence } from '#report/report.ts';
import { buildReport, withExplained } from '#report/rows/build-report.ts';
import type { TryAgain } from '#runner/again/try-again.ts';
import { decideRun } from '#runner/concluding/decide-run.ts';
import { commandWords } from '../common/command-name.ts';
import type { PolicyOfResults } from './read-policy.ts';

/** Stored results, and what they are compared with. */
export interface StoredSides {
  readonly results: ResultsFile;
  readonly lookup: BaselineLookup;
  /** Stored fresh trials of both sides; `null`: none. */
  readonly fresh: TryAgain | null;
  /** What failing trials did, by case id; absent: nothing shows it. */
  readonly evidence?: ReadonlyMap<string, TrialEvidence>;
  /** Absent: not known. */
  readonly history?: ShownTrend | null;
}

/** Decides stored results again. */
export async function reportStored(
  { policy: gate, source }: PolicyOfResults,
  { results: stored, lookup, fresh, evidence = new Map(), history = null }: StoredSides,
): Promise<{
  readonly report: Report;
  readonly decision: Decision;
  readonly comparison: Comparison;
  readonly results: ResultsFile;
}> {
  const rules = { gate, base: null, run: { side: 'candidate' } } as const;
  const { decision, comparison, results, confirmation } = await decideRun(stored, lookup, rules, fresh);
  const report = buildReport({
    decision,
    comparison,
    results,
    confirmation,
    cases: [],
    evidence,
    baseline: lookup,
    duration_ms: durationOf(results),
    name: null,
    repository_url: null,
    run_url: null,
    program: commandWords(),
    when_open: whenOpen(null, gate, decision.reasons),
    ...(history === null ? {} : { history: history.rows, audit: history.audit }),
    notes: [`Decided from stored results by ${source}: anything else that the run knew is missing.`],
  });
  return { report: withExplained(report, results.explained ?? []), decision, comparison, results };
}

function durationOf({ created_at: begin, finished_at: end }: ResultsFile): number {
  const duration = Date.parse(end ?? '') - Date.parse(begin);
  return duration >= 0 ? duration : 0;
}
