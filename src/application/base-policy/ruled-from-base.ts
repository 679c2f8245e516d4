import type { ComparedCase, Comparison } from '#domain/baseline/comparison.ts';
import { isSameCase } from '#domain/baseline/pair-cases.ts';
import type { CaseRecord } from '#domain/baseline/results-file.ts';
import { type Finding, finding } from '#domain/gate/finding.ts';
import type { LoadedSuite } from '../loading/load-suite.ts';
import { type ConfigOfMain, casesOfMain, fileOf, NO_CASES } from './cases-of-main.ts';
import { loosenedCases, type RewrittenCase } from './loosened-cases.ts';
import { hasGuards, type MainAhead } from './main-ahead.ts';
import { pairWithMain } from './pair-with-main.ts';
import type { PolicyFromBase } from './policy-from-base.ts';
import { policyReasons } from './policy-reasons.ts';
import type { TrialsChange } from './trials-of-main.ts';
import type { RunInputs } from './workflow-reasons.ts';

/** What was decided on, and by whose policy. */
export interface Ruled {
  /** `null`: the suite's own, and nothing is to be said of it. */
  readonly policy: PolicyFromBase | null;
  readonly comparison: Comparison;
  readonly suite: Pick<LoadedSuite, 'cases' | 'left_out'> & Partial<Pick<LoadedSuite, 'graders'>>;
  readonly trials: readonly TrialsChange[];
  /** What was read before the run, see `mainAhead`. */
  readonly main: MainAhead | null;
  /** Cases of main's nearest run that a selection leaves out here. */
  readonly left_out: readonly CaseRecord[];
  /** What this run and main's nearest were told to do, where both say so. */
  readonly inputs: RunInputs | null;
}

/** What the change does to the rule that it is judged by. */
export async function baseRuleFindings(ruled: Ruled): Promise<readonly Finding[]> {
  const { policy, comparison, suite, trials, main: ahead, left_out: leftOut, inputs } = ruled;
  if (policy === null) return [];
  const { origin, config_path, source } = policy;
  const config = origin.kind === 'base' ? { ...origin, config_path, source } : null;
  const read = config === null ? NO_CASES : (ahead?.cases ?? (await casesOfMain(filesOf(comparison), config)));
  // What main's newest run has of the base commit itself is gone by nobody's doing but the change's.
  const main = config !== null && isBehind(comparison, config) ? read : { ...read, settled: new Set<string>() };
  const pairs = pairWithMain(comparison, suite, main, leftOut);
  const told = policyReasons({
    policy,
    trials,
    pairs,
    suite,
    run_pairs: suite.left_out.size === 0 ? pairs : pairs.filter(({ compared }) => compared !== null),
    rewritten: loosenedCases(pairs).flatMap((one) => withoutGraders(one, ahead)),
    unread: ahead !== null && config !== null && hasGuards(config) ? main.unread : [],
    inputs,
  });
  return told.map((reason) => finding(reason, reason.message));
}

/** Main's stored run is not that of the commit which the change goes onto: what it guards may be newer. */
function isBehind({ has_baseline: hasBaseline, pool }: Comparison, { source }: ConfigOfMain): boolean {
  return hasBaseline && pool[0]?.sha !== source.files.sha;
}

/** Case files in which something of main's changed; main's own come first. */
function filesOf({ cases }: Comparison): readonly string[] {
  const changed = cases.filter(isChanged);
  return [
    ...changed.flatMap(({ baseline }) => fileOf(baseline)),
    ...changed.flatMap(({ candidate }) => fileOf(candidate)),
  ];
}

/** Where main itself changed the files that checks run, the change did not. */
function withoutGraders(one: RewrittenCase, ahead: MainAhead | null): readonly RewrittenCase[] {
  if (ahead?.same_graders.has(one.id) !== true) return [one];
  return one.input || one.demands ? [{ ...one, graders: false }] : [];
}

function isChanged({ candidate, baseline, regraded }: ComparedCase): boolean {
  return baseline !== null && (candidate === null || regraded || !isSameCase(candidate, baseline));
}
