import { compare } from '#gate/baseline/comparison/compare.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { decide } from '#gate/decision/decide.ts';
import { type Conclusion, concludeWith } from '#gate/decision/rules/conclude.ts';
import type { Findings } from '#gate/decision/terms/finding.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';
import type { GoneFromMain, Surroundings } from '#gate/decision/terms/surroundings.ts';
import { selfCheck } from '#gate/history/self-check.ts';

/** What a run knew besides its trials when it decided, as data. */
export interface DecidedWith extends Surroundings {
  /** Why there were no runs of main to compare with; `null`: there were, or nobody knows why not. */
  readonly no_baseline: string | null;
  /** What changed in the agent, with the files that carry it. */
  readonly treatment_changes: Comparison['treatment_changes'];
  /** The same as {@link Fresh}; main's trials are in a file of their own. */
  readonly fresh: { readonly [Kind in Fresh as Kind['kind']]: Omit<Kind, 'results'> }[Fresh['kind']];
  readonly gone: GoneFromMain | null;
  /** What main's history says of the gate. */
  readonly audit: SelfAudit | null;
}

/** The same, with all findings that are not about the trials: with the files of a run it is all that its verdict depends on. */
export type KnownFacts = DecidedWith & Omit<Findings, 'evidence'>;

/** The trials that a run decided on. */
export interface DecidedFiles {
  readonly results: ResultsFile;
  /** Fresh trials of main; `null`: none. */
  readonly confirmation: ResultsFile | null;
  /** Runs of main as they were compared, nearest first. */
  readonly main: readonly ResultsFile[];
}

/** What is known of fresh trials, without them. */
export function freshFacts(fresh: Fresh): DecidedWith['fresh'] {
  if (fresh.kind !== 'done') return fresh;
  const { results: _, ...facts } = fresh;
  return facts;
}

/** Decides from what a run left behind as the run itself did: by the same functions, from equal values. */
export function decideAgain(
  { results, confirmation, main: runs }: DecidedFiles,
  policy: Policy,
  { no_baseline, treatment_changes, fresh, audit, circumstances, ...known }: KnownFacts,
): { readonly comparison: Comparison; readonly decision: Conclusion } {
  const comparison = { ...compare(results, runs, no_baseline, known.main), treatment_changes };
  const decision = decide(comparison, policy, results, {
    ...known,
    fresh: withTrials(fresh, confirmation),
  });
  // In the order of a run: what outranks its numbers comes after what its history says of them.
  return { comparison, decision: concludeWith(selfCheck(decision, policy, audit), circumstances) };
}

function withTrials(fresh: DecidedWith['fresh'], results: ResultsFile | null): Fresh {
  if (fresh.kind === 'done') {
    if (results === null) throw new Error('confirmation.json is missing: what looked worse was tried again');
    return { ...fresh, results };
  }
  if (results !== null) throw new Error('confirmation.json decides nothing: nothing was tried again');
  return fresh;
}
