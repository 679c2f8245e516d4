import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { CaseRecord } from '#domain/baseline/results/results-file.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { Finding } from '#domain/gate/finding.ts';
import { finding } from '#domain/gate/finding.ts';
import type { BasePolicy } from './base-policy.ts';
import type { CasesOfMain, UnrunBase } from './cases-of-main.ts';
import { hasGuards } from './cases-of-main.ts';
import type { RewrittenCase } from './loosened-cases.ts';
import { loosenedCases } from './loosened-cases.ts';
import { pairWithMain } from './pair-with-main.ts';
import { policyReasons } from './policy-reasons.ts';
import type { TrialsChange } from './trials-of-main.ts';
import type { RunInputs } from './workflow-reasons.ts';

/** What was decided on, and by whose policy. */
export interface Ruled {
  /** `null`: the suite's own, and nothing is to be said of it. */
  readonly policy: BasePolicy | null;
  readonly comparison: Comparison;
  readonly suite: Pick<LoadedSuite, 'cases' | 'left_out'> & Partial<Pick<LoadedSuite, 'graders'>>;
  readonly trials: readonly TrialsChange[];
  /** What was read before the run. */
  readonly main: UnrunBase | null;
  /** The cases of the base commit: those, or what was read of them after the comparison. */
  readonly cases: CasesOfMain;
  /** Cases of main's nearest run that a selection leaves out here. */
  readonly left_out: readonly CaseRecord[];
  /** What this run and main's nearest were told to do, where both say so. */
  readonly inputs: RunInputs | null;
}

/** What the change does to the rule that it is judged by. */
export function baseRuleFindings(ruled: Ruled): readonly Finding[] {
  const { policy, comparison, suite, trials, main: ahead, cases: read, left_out: leftOut, inputs } = ruled;
  if (policy === null) return [];
  const { origin } = policy;
  // What main's newest run has of the base commit itself is gone by nobody's doing but the change's.
  const main = isBehind(comparison, policy) ? read : { ...read, settled: new Set<string>() };
  const pairs = pairWithMain(comparison, suite, main, leftOut);
  const told = policyReasons({
    policy,
    trials,
    pairs,
    suite,
    run_pairs: suite.left_out.size === 0 ? pairs : pairs.filter(({ compared }) => compared !== null),
    rewritten: loosenedCases(pairs).flatMap((one) => withoutGraders(one, ahead)),
    unread: ahead !== null && origin.kind === 'base' && hasGuards(origin) ? main.unread : [],
    inputs,
  });
  return told.map((reason) => finding(reason, reason.message));
}

/** Main's stored run is not that of the commit which the change goes onto: what it guards may be newer. */
function isBehind({ has_baseline: hasBaseline, pool }: Comparison, { origin, source }: BasePolicy): boolean {
  return origin.kind === 'base' && hasBaseline && pool[0]?.sha !== source.files.sha;
}

/** Where main itself changed the files that checks run, the change did not. */
function withoutGraders(one: RewrittenCase, ahead: UnrunBase | null): readonly RewrittenCase[] {
  if (ahead?.same_graders.has(one.id) !== true) return [one];
  return one.input || one.demands ? [{ ...one, graders: false }] : [];
}
