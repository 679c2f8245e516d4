import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { saidAndDid } from '#gate/baseline/results/evidence.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { impute } from '../rules/missing-trials.ts';
import type { GatePlan } from '../rules/plan.ts';
import { sideOf } from '../rules/scope.ts';
import type { GateResults } from '../rules/test-gates.ts';
import type { CaseDecision } from '../terms/decision.ts';
import { comparableCases, type GateEvidence } from '../terms/evidence.ts';
import type { Fresh } from '../terms/fresh.ts';
import { freshSides } from '../terms/fresh-sides.ts';
import type { TestedSide, TriedTest } from '../terms/tried-test.ts';
import { type Choice, choose } from './choose.ts';
import { type Played, type PlayedCase, type PlayedScope, playStages } from './play-stages.ts';

/** What the looks of a run chose, and what fresh trials say of it. */
export interface TriedAgain {
  readonly choice: Choice;
  readonly played: Played;
  /** Every test of the last stage, the suite's first. */
  readonly tests: readonly TriedTest[];
}

/** The looks of a run, tested. */
export interface LooksTested {
  readonly evidence: GateEvidence;
  readonly plan: GatePlan;
  readonly gates: Pick<GateResults, 'suite' | 'tags' | 'cases'>;
  /** The same on other evidence. */
  readonly reevaluate: (evidence: GateEvidence) => GateResults;
}

/**
 * Tries again what the looks chose, as far as fresh trials are known. For that choice, missing trials of the looks count as
 * failed: fresh ones decide.
 *
 * @returns `null`: the looks closed everything
 */
export function againNumbers(
  { evidence, plan, gates, reevaluate }: LooksTested,
  candidate: LeanResults,
  comparison: LeanComparison,
  fresh: Fresh<LeanResults>,
): TriedAgain | null {
  const isWhole = evidence.candidate.every(({ missing }) => missing.length === 0);
  const choice = choose(isWhole ? gates : reevaluate(impute(evidence, false)));
  if (choice === null) return null;
  const today = fresh.kind === 'done' ? fresh.results : null;
  const played = playStages({
    choice,
    plan,
    stored: evidence.paired,
    fresh: today === null ? [] : freshSides(candidate, today, comparison),
    ordered: new Map(today?.cases.map((item) => [item.id, item.planned_trials])),
    stages: candidate.again ?? [],
    turns: candidate.turns ?? [],
    said: ({ record }) => (record === undefined ? null : saidAndDid(record)),
  });
  return { choice, played, tests: [...played.scopes.map(testOfScope), ...played.cases.map(testOfCase)] };
}

function testOfScope({ name: { tag, test, rise }, reading, counted, ...played }: PlayedScope): TriedTest {
  const compared = comparableCases(counted);
  const [main, here] = [compared.map(({ baseline }) => baseline), compared.map(({ trials }) => trials)];
  return {
    gate: test,
    tag,
    cases: rise?.only?.cases ?? [],
    p: reading?.p ?? null,
    boundary: played.boundary,
    outcome: played.outcome,
    hinges_on_missing: played.hinges_on_missing,
    change: reading?.change ?? null,
    main: sideOf(test, main),
    here: sideOf(test, here),
  };
}

function testOfCase({ decision, outcome, hinges_on_missing }: PlayedCase): TriedTest {
  const { id, p_adjusted: p, boundary } = decision;
  const [main, here] = [shareOf(decision.baseline), shareOf(decision.candidate)];
  const change = main.value - here.value;
  return { gate: 'case', tag: null, cases: [id], p, boundary, outcome, hinges_on_missing, change, main, here };
}

function shareOf({ passed, scored }: CaseDecision['candidate']): TestedSide {
  return { value: scored === 0 ? 0 : passed / scored, trials: scored };
}
