import type { Case } from '#cases/suite/case.ts';
import { checksOf } from '#cases/suite/demands/lost-demands.ts';
import { folderOf } from '#cases/suite/graders/grader-files.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import type { RunContext } from '#gate/decision/terms/surroundings.ts';
import type { BasePolicy } from './base-policy.ts';
import { type CasesOfMain, hasGuards, type UnrunBase } from './cases-of-main.ts';
import { pathInCommit } from './commit-listing.ts';
import { loosenedCases, type RewrittenCase } from './loosened-cases.ts';
import { type PairWithMain, pairWithMain } from './pair-with-main.ts';
import { policyReasons } from './policy-reasons.ts';
import type { TrialsChange } from './trials-of-main.ts';
import type { RunInputs } from './workflow-reasons.ts';

/** The results that were decided on, and whose policy decided. */
export interface Ruled {
  /** `null`: the suite's own, which needs no finding. */
  readonly policy: BasePolicy | null;
  readonly comparison: Comparison;
  readonly suite: Pick<LoadedSuite, 'cases' | 'left_out'> & Partial<Pick<LoadedSuite, 'graders'>>;
  readonly trials: readonly TrialsChange[];
  /** The base side as read before the run. */
  readonly main: UnrunBase | null;
  /** The cases of the base commit: those, or what was read of them after the comparison. */
  readonly cases: CasesOfMain;
  /** Cases of main's nearest run that a selection leaves out here. */
  readonly left_out: readonly CaseRecord[];
  /** Inputs of this run and of main's nearest, if both have them. */
  readonly inputs: RunInputs | null;
}

/** What the change does to the rules that judge it. */
export function baseRuleFindings(ruled: Ruled): Pick<RunContext, 'base_rules' | 'gone'> {
  const { policy, comparison, suite, trials, main: ahead, cases: read, left_out: leftOut, inputs } = ruled;
  if (policy === null) return { base_rules: [], gone: null };
  const { origin } = policy;
  // If main's newest run is of the base commit itself, only the change can have removed its cases.
  const main = isBehind(comparison, policy) ? read : { ...read, settled: new Set<string>() };
  const pairs = pairWithMain(comparison, suite, main, leftOut);
  const base_rules = policyReasons({
    policy,
    trials,
    pairs,
    suite,
    run_pairs: suite.left_out.size === 0 ? pairs : pairs.filter(({ compared }) => compared !== null),
    rewritten: loosenedCases(pairs, (here) => editedChecks(here, suite, policy)).flatMap((evalCase) =>
      withoutGraders(evalCase, ahead),
    ),
    unread: ahead !== null && origin.kind === 'base' && hasGuards(origin) ? main.unread : [],
    inputs,
  });
  const idsOf = (some: readonly PairWithMain[]) => some.flatMap(({ compared }) => compared?.id ?? []);
  const removed = pairs.filter(({ candidate, left_out: isLeftOut }) => candidate === null && !isLeftOut);
  const emptied = pairs.filter(({ here, main }) => here !== null && main !== null && demandsNothing(here, main));
  return { base_rules, gone: { removed: idsOf(removed), emptied: idsOf(emptied) } };
}

/** But that the agent answers. */
function demandsNothing(here: Case, main: Case): boolean {
  const [left, before] = [here, main].map((side) => [...checksOf(side)].filter((check) => check !== 'completes'));
  return left?.length === 0 && before !== undefined && before.length > 0;
}

/** Files of a case's checks, or in places where they would look first, that the change edits. */
function editedChecks(
  here: Case | null,
  { graders }: Ruled['suite'],
  { changed, source, config_path: config }: BasePolicy,
): readonly string[] {
  const own = here === null ? undefined : graders?.get(here.id);
  if (own === undefined || changed === null || 'problem' in changed) return [];
  const fromRoot = (path: string) => pathInCommit(source, `${folderOf(config)}/${path}`);
  const [places, folders] = [new Set([...own.files.keys(), ...own.absent].map(fromRoot)), own.folders.map(fromRoot)];
  return changed.files.filter((path) => places.has(path) || folders.some((folder) => path.startsWith(`${folder}/`)));
}

/** Main's stored run is not of the base commit, which may have newer guards. */
function isBehind({ has_baseline: hasBaseline, pool }: Comparison, { origin, source }: BasePolicy): boolean {
  return origin.kind === 'base' && hasBaseline && pool[0]?.sha !== source.files.sha;
}

/** If main itself changed the files of a check, the change did not. */
function withoutGraders(evalCase: RewrittenCase, ahead: UnrunBase | null): readonly RewrittenCase[] {
  if (ahead?.same_graders.has(evalCase.id) !== true) return [evalCase];
  return evalCase.input || evalCase.demands ? [{ ...evalCase, graders: null }] : [];
}
