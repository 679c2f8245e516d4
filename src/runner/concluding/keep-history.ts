import { epochOf } from '#gate/baseline/epoch/epoch.ts';
import type { EpochChange } from '#gate/baseline/epoch/epoch-change.ts';
import { epochBegunBy } from '#gate/baseline/pool/epoch-id.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { VerdictName } from '#gate/decision/terms/decision.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { watchDrift } from '#gate/history/drift.ts';
import { driftWords } from '#gate/history/drift-words.ts';
import type { HistoryRow } from '#gate/history/history-row.ts';
import { joinHistories } from '#gate/history/join-histories.ts';
import { knownHistory } from '#gate/history/known-history.ts';
import { rowOf } from '#gate/history/row-of.ts';
import { unchangedComparison } from '#gate/history/unchanged-comparison.ts';
import { driftWarnings } from '#report/drift-warnings.ts';

/** The history of main after a run. */
export interface KeptHistory {
  /** With the epoch that the run belongs to. */
  readonly results: ResultsFile;
  readonly warnings: readonly string[];
  /** The rows, oldest first, once the verdict is known; `null`: this is no run of main. */
  readonly rows: ((verdict: VerdictName) => readonly HistoryRow[]) | null;
}

/**
 * Adds a run of main to its history: says to which epoch it belongs, and watches the scheduled runs. If they have fallen slowly,
 * an epoch begins with this one, because those before are no longer what main does. A run without a judged trial adds nothing.
 *
 * @param before earlier runs of main; `null`: this is no run of main
 */
export function keepHistory(
  results: ResultsFile,
  before: BaselineLookup | null,
  { policy, run_url }: { readonly policy: Policy; readonly run_url: string | null },
): KeptHistory {
  const epochOfRun = nameEpoch(results, before);
  if (before === null) return { ...epochOfRun, rows: null };
  const known = knownHistory(before, results.created_at).rows;
  const runs = before.kind === 'found' ? before.runs.map((run) => run.results) : [];
  const audit = unchangedComparison(results, runs, policy);
  const facts = { run_url, verdict: 'pass', audit, changes: epochOfRun.changes, before: runs } as const;
  const row = rowOf(epochOfRun.results, facts);
  if (row.scored === 0) return { ...epochOfRun, rows: () => known };
  // An earlier attempt of this very run has its row already.
  const { drift } = watchDrift(joinHistories([known.filter((other) => !isOfRun(other, row)), [row]]));
  if (drift === null) return { ...epochOfRun, rows: (verdict) => joinHistories([known, [{ ...row, verdict }]]) };

  const words = driftWords(drift);
  const epoch = { id: epochBegunBy(results), since: results.commit.sha, reason: words, cases: {} };
  const alarmed = { ...row, epoch: epoch.id, began: 'drift', drift } as const;
  return {
    results: { ...results, epoch },
    warnings: [...epochOfRun.warnings, `main drifted: ${words}. Earlier runs are no longer used for comparison.`],
    rows: (verdict) => joinHistories([known, [{ ...alarmed, verdict }]]),
  };
}

function isOfRun({ run_id: id }: HistoryRow, row: HistoryRow): boolean {
  return id !== null && id === row.run_id;
}

/** A run of main with its epoch. */
interface NamedEpoch {
  readonly results: ResultsFile;
  /** Sentences for people who watch main. */
  readonly warnings: readonly string[];
  /** What changed on main with this run. */
  readonly changes: readonly EpochChange[];
}

/**
 * Says to which epoch of main a run belongs, and warns if it differs from the runs before it.
 *
 * @param before earlier runs of main; `null`: this is no run of main
 */
function nameEpoch(results: ResultsFile, before: BaselineLookup | null): NamedEpoch {
  if (before === null) return { results, warnings: [], changes: [] };
  const earlier = before.kind === 'found' ? before.runs.map((run) => run.results) : [];
  const { epoch, changes } = epochOf(results, earlier);
  return { results: { ...results, epoch }, warnings: driftWarnings(changes), changes };
}
