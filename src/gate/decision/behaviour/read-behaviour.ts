import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { BEHAVIOUR_ALPHA, type BehaviourChange, compareBehaviour } from '#gate/behaviour/compare-behaviour.ts';
import type { CaseCalls } from '#gate/behaviour/facts.ts';
import { reaches } from '#statistics/beyond.ts';
import { stageBoundaries } from '#statistics/sequential/stage-boundaries.ts';
import { lastLook } from '#trials/trial/looks.ts';
import { namedAccepts } from '../accepts/named-accepts.ts';
import { acceptOf, type SettledAccept } from '../accepts/settle-accepts.ts';
import { upTo } from '../again/stage-evidence.ts';
import { clearedAbove } from '../again/stages.ts';
import type { BehaviourChangedFacts, BehaviourSameFacts } from '../facts/behaviour-facts.ts';
import type { GatePlan } from '../rules/plan.ts';
import { comparableCases, type GateEvidence, type GateTrial, type PairedCase } from '../terms/evidence.ts';
import { type Finding, finding } from '../terms/finding.ts';
import type { Fresh } from '../terms/fresh.ts';
import { freshSides } from '../terms/fresh-sides.ts';
import { BEHAVIOUR } from '../terms/metrics.ts';
import type { Policy } from '../terms/policy.ts';
import { TELLING } from '../terms/stages.ts';

/** What the comparison of behaviour comes to. */
export interface BehaviourReading {
  readonly findings: readonly Finding[];
  /** Fresh trials that it needs; `null`: none. */
  readonly next: { readonly stage: number; readonly cases: readonly string[] } | null;
  readonly accepts: readonly SettledAccept[];
}

/** A run whose tests are made. */
interface TestedRun {
  readonly comparison: LeanComparison;
  readonly policy: Policy;
  readonly candidate: LeanResults;
  readonly fresh: Fresh<LeanResults>;
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
  const paired = policy.behaviour === undefined ? [] : comparableCases(evaluation.evidence.paired);
  const cases = paired.map(callsOf);
  const lacks = (side: 'main' | 'here') => cases.every((item) => item[side].length === 0);
  const looked = compareBehaviour(cases);
  const isChanged = reaches(looked.p, BEHAVIOUR_ALPHA);
  const isKnown = !lacks('here') && !lacks('main');
  const accepts = acceptsOf(run, isKnown ? (isChanged ? 'accepted' : 'not_red') : 'unknown');
  const reading = (...findings: readonly Finding[]) => ({ findings, next: null, accepts });
  if (paired.length === 0) return reading();
  if (lacks('here')) return reading(same({ kind: 'not_reported' }));
  if (lacks('main')) return reading(same({ kind: 'not_on_main' }));
  if (!isChanged) return reading(same({ kind: 'same', too_few: looked.too_few }));
  const is_early = candidate.stop.look < lastLook(candidate);
  const isAccepted = accepts.some(({ decision }) => decision.state === 'accepted');
  const isNote = policy.behaviour === 'report' || run.is_moot || isAccepted;
  if (!isNote && evaluation.plan.looks_choose) return { ...tryAgain(run, paired, looked, is_early), accepts };
  const facts = { is_fresh: false, is_early, untried: null };
  return reading(changeFinding(isNote || is_early ? 'note' : 'fail', looked, facts));
}

/** Tests fresh trials of both sides stage by stage, at their own five percent: those that made it look changed do not count. */
function tryAgain(
  { candidate, comparison, fresh }: TestedRun,
  paired: readonly PairedCase[],
  looked: BehaviourChange,
  is_early: boolean,
): Omit<BehaviourReading, 'accepts'> {
  const single = new Set(looked.cases.map(({ id }) => id));
  const cases = paired.map(({ id }) => id).filter((id) => looked.suite.length > 0 || single.has(id));
  const done = fresh.kind === 'done' ? fresh : null;
  const sides = done === null ? [] : freshSides(candidate, done.results, comparison);
  const ordered = new Map(done?.results.cases.map((item) => [item.id, item.planned_trials]));
  const stages = candidate.again ?? [];
  const boundaries = stageBoundaries(BEHAVIOUR_ALPHA, stages);
  const doubts = done?.doubts ?? [];
  const open = (next: BehaviourReading['next']) => {
    // Fresh trials that ended too early leave it open; without any, main's stored ones decide.
    const isRed = !is_early && (done === null || doubts.length > 0);
    const untried = doubts.length > 0 ? doubts : whyUntried(fresh);
    return {
      findings: [changeFinding(isRed ? 'fail' : 'inconclusive', looked, { is_fresh: false, is_early, untried })],
      next,
    };
  };
  let isHeld = true;
  for (const [position, stage] of stages.entries()) {
    if (cases.some((id) => (ordered.get(id) ?? 0) < stage)) return open({ stage, cases });
    const boundary = boundaries[position] ?? 0;
    const caseCalls = sides.filter(({ id }) => cases.includes(id)).map((item) => callsOf(upTo(item, stage)));
    const change = compareBehaviour(caseCalls, boundary);
    const facts = { is_fresh: true, is_early: false, untried: null };
    if (reaches(change.p, boundary)) return { findings: [changeFinding('fail', change, facts)], next: null };
    isHeld = change.p > clearedAbove(stage) || stage >= TELLING;
    if (change.p > clearedAbove(stage)) break;
  }
  if (doubts.length > 0) return open(null);
  const unsettled = { is_fresh: false, is_early: false, untried: null };
  return { findings: [isHeld ? same({ kind: 'held' }) : changeFinding('inconclusive', looked, unsettled)], next: null };
}

/** The calls of a case's trials that reported them. */
function callsOf({ id, baseline, trials }: PairedCase): CaseCalls {
  const reported = (side: readonly GateTrial[]) => side.flatMap(({ calls }) => (calls == null ? [] : [calls]));
  return { id, main: reported(baseline), here: reported(trials) };
}

function whyUntried(fresh: Fresh<LeanResults>): BehaviourChangedFacts['untried'] {
  if (fresh.kind === 'unavailable') return fresh.reason;
  if (fresh.kind === 'none') return 'there are no fresh trials of both sides';
  return fresh.ended ?? 'fresh trials are missing';
}

/** What a change or main's quarantine says about behaviour: an accept removes its red. */
function acceptsOf(
  { comparison, policy, candidate }: TestedRun,
  state: 'accepted' | 'not_red' | 'unknown',
): readonly SettledAccept[] {
  return namedAccepts(comparison, policy, candidate)
    .filter(({ entry }) => 'metric' in entry && entry.metric === BEHAVIOUR)
    .map(({ source, entry, barred }) => acceptOf(source, entry, barred ?? state, state === 'accepted'));
}

function changeFinding(
  outcome: 'fail' | 'inconclusive' | 'note',
  { p, cases, suite }: BehaviourChange,
  facts: Pick<BehaviourChangedFacts, 'is_fresh' | 'is_early' | 'untried'>,
): Finding {
  const ids = cases.map(({ id }) => id);
  const about = { outcome, gate: 'behaviour', code: 'behaviour_changed', cases: ids } as const;
  return finding(about, { p, cases, suite, ...facts });
}

function same(facts: BehaviourSameFacts): Finding {
  return finding({ outcome: 'note', gate: 'behaviour', code: 'behaviour_same' }, facts);
}
