import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { BEHAVIOUR_ALPHA, type BehaviourChange, compareBehaviour } from '#gate/behaviour/compare-behaviour.ts';
import { reaches } from '#statistics/beyond.ts';
import { lastLook } from '#trials/trial/looks.ts';
import { namedAccepts } from '../accepts/named-accepts.ts';
import { acceptOf, type SettledAccept } from '../accepts/settle-accepts.ts';
import type { BehaviourChangedFacts, BehaviourSameFacts } from '../facts/behaviour-facts.ts';
import type { GatePlan } from '../rules/plan.ts';
import { comparableCases, type GateEvidence } from '../terms/evidence.ts';
import { type Finding, finding } from '../terms/finding.ts';
import type { Fresh } from '../terms/fresh.ts';
import { freshSides } from '../terms/fresh-sides.ts';
import { BEHAVIOUR } from '../terms/metrics.ts';
import type { Policy } from '../terms/policy.ts';
import { callsOf, type PlayedBehaviour, playBehaviour } from './play-behaviour.ts';

/** What the comparison of behaviour comes to. */
export interface BehaviourReading {
  readonly findings: readonly Finding[];
  /** Fresh trials that it needs; `null`: none. */
  readonly next: PlayedBehaviour['next'];
  readonly accepts: readonly SettledAccept[];
}

/** A run whose tests are made. */
interface TestedRun {
  readonly comparison: Comparison;
  readonly policy: Policy;
  readonly candidate: ResultsFile;
  readonly fresh: Fresh;
  readonly evaluation: { readonly evidence: GateEvidence; readonly plan: GatePlan };
  /** Something else decides: a change of behaviour is only told. */
  readonly is_moot: boolean;
}

/**
 * Compares what the change calls with what main calls: a note, or with `behaviour: fail` a rule at its own five percent. Where main can be run,
 * only fresh trials of both sides make it red; elsewhere only a run that reached its last look, as outcomes then decided nothing about the
 * number of its trials.
 */
export function readBehaviour(run: TestedRun): BehaviourReading {
  const { policy, evaluation, candidate } = run;
  const paired = comparableCases(evaluation.evidence.paired);
  const unknown = acceptsOf(run, 'unknown');
  if (policy.behaviour === undefined || paired.length === 0) return { findings: [], next: null, accepts: unknown };
  const cases = paired.map(callsOf);
  if (cases.every(({ here }) => here.length === 0)) return { ...same({ kind: 'not_reported' }), accepts: unknown };
  if (cases.every(({ main }) => main.length === 0)) return { ...same({ kind: 'not_on_main' }), accepts: unknown };
  const looked = compareBehaviour(cases);
  const isChanged = reaches(looked.p, BEHAVIOUR_ALPHA);
  const accepts = acceptsOf(run, isChanged ? 'accepted' : 'not_red');
  if (!isChanged) return { ...same({ kind: 'same', too_few: looked.too_few }), accepts };
  const isLast = candidate.stop.look >= lastLook(candidate);
  const facts = { is_fresh: false, is_early: !isLast, untried: null };
  const isAccepted = accepts.some(({ decision }) => decision.state === 'accepted');
  if (policy.behaviour === 'report' || run.is_moot || isAccepted)
    return { findings: [changed('note', looked, facts)], next: null, accepts };
  if (!evaluation.plan.looks_choose) {
    return { findings: [changed(isLast ? 'fail' : 'note', looked, facts)], next: null, accepts };
  }
  return { ...tryBehaviourAgain(run, looked, isLast), accepts };
}

function tryBehaviourAgain(
  { candidate, comparison, fresh, evaluation }: TestedRun,
  looked: BehaviourChange,
  isLast: boolean,
): Omit<BehaviourReading, 'accepts'> {
  const all = comparableCases(evaluation.evidence.paired).map(({ id }) => id);
  const single = new Set(looked.cases.map(({ id }) => id));
  const chosen = looked.suite.length > 0 ? all : all.filter((id) => single.has(id));
  const today = fresh.kind === 'done' ? fresh.results : null;
  const sides = today === null ? [] : freshSides(candidate, today, comparison);
  const ordered = new Map(today?.cases.map((item) => [item.id, item.planned_trials]));
  const { change, next } = playBehaviour(chosen, sides, ordered, candidate.again ?? []);
  if (change !== null)
    return { findings: [changed('fail', change, { is_fresh: true, is_early: false, untried: null })], next };
  const doubts = fresh.kind === 'done' ? fresh.doubts : [];
  if (next === null && doubts.length === 0) return same({ kind: 'held' });
  // Fresh trials that ended too early leave it open; without any, main's stored ones decide.
  const isRed = isLast && (fresh.kind !== 'done' || doubts.length > 0);
  const untried = doubts.length > 0 ? doubts : whyUntried(fresh);
  const facts = { is_fresh: false, is_early: !isLast, untried };
  return { findings: [changed(isRed ? 'fail' : 'inconclusive', looked, facts)], next };
}

function whyUntried(fresh: Fresh): BehaviourChangedFacts['untried'] {
  if (fresh.kind === 'unavailable') return fresh.reason;
  if (fresh.kind === 'none') return 'there are no fresh trials of both sides';
  return fresh.ended ?? 'fresh trials are missing';
}

/** What a change or main's quarantine says of behaviour: an accept takes its red away. */
function acceptsOf(
  { comparison, policy, candidate }: TestedRun,
  state: 'accepted' | 'not_red' | 'unknown',
): readonly SettledAccept[] {
  return namedAccepts(comparison, policy, candidate)
    .filter(({ entry }) => 'metric' in entry && entry.metric === BEHAVIOUR)
    .map(({ source, entry, barred }) => acceptOf(source, entry, barred ?? state, state === 'accepted'));
}

function changed(
  outcome: 'fail' | 'inconclusive' | 'note',
  { p, cases, suite }: BehaviourChange,
  facts: Pick<BehaviourChangedFacts, 'is_fresh' | 'is_early' | 'untried'>,
): Finding {
  const ids = cases.map(({ id }) => id);
  const about = { outcome, gate: 'behaviour', code: 'behaviour_changed', cases: ids } as const;
  return finding(about, { p, cases, suite, ...facts });
}

function same(facts: BehaviourSameFacts): Omit<BehaviourReading, 'accepts'> {
  const about = { outcome: 'note', gate: 'behaviour', code: 'behaviour_same' } as const;
  return { findings: [finding(about, facts)], next: null };
}
