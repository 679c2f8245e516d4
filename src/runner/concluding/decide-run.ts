import { baseSideFindings, type JudgedSuite } from '#config/base-rules/base-side-findings.ts';
import { changedCaseFiles, NO_CASES } from '#config/base-rules/cases-of-main.ts';
import { pathInCommit } from '#config/base-rules/commit-listing.ts';
import { compareWithMain, runsCompared } from '#gate/baseline/comparison/compare-with-main.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import { branchOf } from '#gate/baseline/pairing/branch-of.ts';
import type { RenamedArgument } from '#gate/baseline/pairing/run-difference.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { MOST_DOUBTS, type SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import { decide } from '#gate/decision/decide.ts';
import { nextTrials } from '#gate/decision/next-trials.ts';
import type { Conclusion } from '#gate/decision/rules/conclude.ts';
import type { Findings } from '#gate/decision/terms/finding.ts';
import { type Fresh, NOTHING_FRESH } from '#gate/decision/terms/fresh.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { NOTHING_SAID, type Surroundings } from '#gate/decision/terms/surroundings.ts';
import { selfAuditOf } from '#gate/history/audit.ts';
import { type KnownHistory, knownHistory } from '#gate/history/known-history.ts';
import { selfCheck } from '#gate/history/self-check.ts';
import { type DecidedWith, freshFacts } from '#gate/verdict/decide-again.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { endedBy } from '../again/ended-by.ts';
import type { Tried, TryAgain } from '../again/try-again.ts';
import type { BaseSide } from '../base-side/read-base-side.ts';
import { casesForRules } from '../base-side/read-cases-of-main.ts';
import { carriedBy } from './carried-by.ts';

/** The rules for judging results. */
export interface Rules {
  readonly gate: Policy;
  /** `null`: unknown, and nothing is reported about it. */
  readonly base: BaseSide<JudgedSuite> | null;
  /** The kind of run, as the caller knows it: the results of a fork can claim anything. */
  readonly run: Pick<ResultsFile['run'], 'side' | 'shard'>;
  readonly context?: Partial<Surroundings & Pick<Findings, 'remark' | 'main'>>;
}

/** A verdict and what it was made of. */
export interface DecidedRun {
  readonly decision: Conclusion;
  readonly comparison: Comparison;
  /** With the change's fresh trials. */
  readonly results: ResultsFile;
  /** Fresh trials of the base commit; `null`: none were needed or possible. */
  readonly confirmation: ResultsFile | null;
  /** The history that came with main's runs. */
  readonly history: KnownHistory;
  readonly decided_with: DecidedWith;
  readonly notes: readonly string[];
}

/**
 * The only way to a verdict on results: compares them, applies what the base commit says, and decides. What the looks could not close is tried again,
 * stage by stage, as long as fresh trials can say more.
 *
 * @param lookup main's runs, graded like the candidate's
 * @param tryAgain `null`: nothing can be
 */
export async function decideRun(
  results: ResultsFile,
  lookup: BaselineLookup,
  { gate, base, run, context }: Rules,
  tryAgain: TryAgain | null,
): Promise<DecidedRun> {
  const main = context?.main ?? branchOf(results, runsCompared(lookup, run.side));
  const comparison = await withFiles(compareWithMain(results, lookup, run, main), base);
  const changed = changedCaseFiles(comparison);
  const cases = base === null ? NO_CASES : await casesForRules(base.policy, base.unrun, changed);
  const findings = base && baseSideFindings({ results, lookup, comparison, base, cases, run });
  const { gone = null } = findings ?? {};
  const history = knownHistory(lookup, results.created_at);
  const audit = selfAuditOf(history.rows, 1 - gate.confidence);
  const { fresh, notes, ...tried } = await triedAgain({ results, comparison, gate }, tryAgain);
  const decision = decide(comparison, gate, tried.results, { ...context, main, ...findings, fresh });
  return {
    decision: selfCheck(decision, gate, audit),
    comparison,
    ...withDoubts(tried.results, fresh),
    history,
    decided_with: {
      ended_by: context?.ended_by ?? NOTHING_SAID.ended_by,
      serves_as_baseline: context?.serves_as_baseline ?? NOTHING_SAID.serves_as_baseline,
      no_baseline: comparison.why_no_baseline,
      treatment_changes: comparison.treatment_changes,
      fresh: freshFacts(fresh),
      gone,
      audit,
    },
    notes,
  };
}

/** Names the files that carry what changed in the agent. */
async function withFiles(comparison: Comparison, base: Rules['base']): Promise<Comparison> {
  const policy = base?.policy ?? null;
  if (policy === null) return comparison;
  const files = comparison.cases.flatMap(({ candidate }) => candidate?.source?.file ?? []);
  const cases = new Set(files.map((file) => pathInCommit(policy.source, file)));
  const renamed = comparison.cases.flatMap(({ candidate }) => candidate?.trials.flatMap(renamedIn) ?? []);
  return { ...comparison, treatment_changes: await carriedBy(comparison.treatment_changes, policy, cases, renamed) };
}

function renamedIn({ checks }: TrialRecord): readonly RenamedArgument[] {
  return checks.flatMap(({ fact }) => {
    const difference = fact.kind === 'arguments' ? fact.difference : null;
    return difference?.renamed === undefined ? [] : [{ tool: difference.name, ...difference.renamed }];
  });
}

/** Doubts are stored with what they are about, so that nobody who reads it, or runs the same content again, loses them. */
function withDoubts(results: ResultsFile, fresh: Fresh): Pick<DecidedRun, 'results' | 'confirmation'> {
  const stored = (of: ResultsFile, doubts: readonly SideDoubt[]) =>
    doubts.length === 0 ? of : { ...of, doubts: doubts.slice(0, MOST_DOUBTS) };
  if (fresh.kind === 'done') return { results, confirmation: stored(fresh.results, fresh.doubts) };
  const isDoubted = fresh.kind === 'unavailable' && typeof fresh.reason !== 'string';
  return { results: isDoubted ? stored(results, fresh.reason) : results, confirmation: null };
}

/** Runs fresh trials of both sides until they decide, or can't go on. */
async function triedAgain(
  {
    results,
    comparison,
    gate,
  }: { readonly results: ResultsFile; readonly comparison: Comparison; readonly gate: Policy },
  tryAgain: TryAgain | null,
): Promise<Tried> {
  let known: Tried = { results, fresh: NOTHING_FRESH, notes: [] };
  while (tryAgain !== null) {
    const next = nextTrials(comparison, gate, known.results, known.fresh);
    if (next === null) return known;
    const tried = await tryAgain(next, known);
    if (tried === null) return { ...known, fresh: endedBy(known.fresh, 'the run was cancelled') };
    known = { ...tried, notes: [...known.notes, ...tried.notes] };
    if (known.fresh.kind !== 'done' || known.fresh.ended !== null) return known;
  }
  return known;
}
