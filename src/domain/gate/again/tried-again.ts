import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { comparableCases, type GateEvidence, type PairedCase } from '../evidence.ts';
import type { GatePlan } from '../plan.ts';
import { imputed } from '../rules/missing-trials.ts';
import { readingOf, sideOf } from '../rules/scope.ts';
import type { GateResults } from '../test-gates.ts';
import { type Choice, choose } from './choose.ts';
import type { Fresh } from './fresh.ts';
import { freshSides } from './fresh-sides.ts';
import { type Played, type PlayedCase, type PlayedScope, playStages } from './play-stages.ts';
import type { TriedTest } from './tried-test.ts';

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
 * Tries again what the looks chose, as far as fresh trials are known. Missing trials of the looks count as failed for that choice: fresh ones tell.
 *
 * @returns `null`: the looks closed everything
 */
export function triedAgain(
  { evidence, plan, gates, reevaluate }: LooksTested,
  candidate: ResultsFile,
  comparison: Comparison,
  fresh: Fresh,
): TriedAgain | null {
  const isWhole = evidence.candidate.every(({ missing }) => missing.length === 0);
  const choice = choose(isWhole ? gates : reevaluate(imputed(evidence, false)));
  if (choice === null) return null;
  const today = fresh.kind === 'done' ? fresh.results : null;
  const played = playStages({
    choice,
    plan,
    stored: evidence.paired,
    fresh: today === null ? [] : freshSides(candidate, today, comparison),
    ordered: new Map(today?.cases.map((item) => [item.id, item.planned_trials])),
    stages: candidate.again ?? [],
  });
  const stored = new Map(evidence.paired.map((item) => [item.id, item]));
  return {
    choice,
    played,
    tests: [
      ...played.scopes.map((scope) => testOfScope(scope, stored, gates)),
      ...played.cases.map((item) => testOfCase(item, stored)),
    ],
  };
}

function testOfScope(
  { name: { tag, test, rise }, ...played }: PlayedScope,
  stored: ReadonlyMap<string, PairedCase>,
  { suite, tags }: LooksTested['gates'],
): TriedTest {
  const cases = comparableCases(played.cases);
  const side = (trialsOf: (item: PairedCase) => PairedCase['trials']) => sideOf(test, cases.map(trialsOf));
  const looked = tag === null ? suite : tags.find((one) => one.tag === tag)?.tests;
  return {
    gate: test,
    tag,
    cases: rise?.only?.cases ?? [],
    p: played.reading?.p ?? null,
    boundary: played.boundary,
    outcome: played.outcome,
    hinges_on_missing: played.hinges_on_missing,
    change_from_stored: (looked && readingOf(test, looked)?.change) ?? null,
    change: played.reading?.change ?? null,
    stored: side(({ id }) => stored.get(id)?.baseline ?? []),
    main: side(({ baseline }) => baseline),
    here: side(({ trials }) => trials),
  };
}

function testOfCase({ decision, ...played }: PlayedCase, stored: ReadonlyMap<string, PairedCase>): TriedTest {
  const { id, candidate, baseline } = decision;
  const known = stored.get(id);
  const rate = (passed: number, scored: number) => ({ value: scored === 0 ? 0 : passed / scored, trials: scored });
  const before = sideOf('pass_rate', [known?.baseline ?? []]);
  const looked = sideOf('pass_rate', [known?.trials ?? []]);
  const main = rate(baseline.passed, baseline.scored);
  const here = rate(candidate.passed, candidate.scored);
  return {
    gate: 'case',
    tag: null,
    cases: [id],
    p: decision.p_adjusted,
    boundary: decision.boundary,
    outcome: played.outcome,
    hinges_on_missing: played.hinges_on_missing,
    change_from_stored: before.value - looked.value,
    change: main.value - here.value,
    stored: before,
    main,
    here,
  };
}
