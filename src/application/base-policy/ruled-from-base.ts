import type { ComparedCase, Comparison } from '#domain/baseline/comparison.ts';
import { isSameCase } from '#domain/baseline/pair-cases.ts';
import type { Decision, Reason } from '#domain/gate/decision.ts';
import type { LoadedSuite } from '../loading/load-suite.ts';
import { type ConfigOfMain, casesOfMain, fileOf, NO_CASES, namedFiles } from './cases-of-main.ts';
import { loosenedCases } from './loosened-cases.ts';
import { pairWithMain } from './pair-with-main.ts';
import type { PolicyFromBase } from './policy-from-base.ts';
import { policyReasons } from './policy-reasons.ts';
import type { TrialsChange } from './trials-of-main.ts';

/** What was decided on, and by whose policy. */
export interface Ruled {
  /** `null`: the suite's own, and nothing is to be said of it. */
  readonly policy: PolicyFromBase | null;
  readonly comparison: Comparison;
  readonly suite: Pick<LoadedSuite, 'cases' | 'left_out'>;
  readonly trials: readonly TrialsChange[];
}

/**
 * The decision with what the change does to the rule that it is judged by: told before all other notes, so that no list is cut above it. What
 * leaves the rule open takes a pass away; where something graver decides, it is told.
 */
export async function ruledFromBase(decision: Decision, ruled: Ruled): Promise<Decision> {
  const { policy, comparison, suite, trials } = ruled;
  if (policy === null) return decision;
  const { origin, config_path, source } = policy;
  const config = origin.kind === 'base' ? { ...origin, config_path, source } : null;
  const guards = config !== null && isBehind(comparison, config) && hasGuards(config);
  const main = config === null ? NO_CASES : await casesOfMain(filesOf(comparison, guards ? config : null), config);
  const pairs = pairWithMain(comparison, suite, main);
  const told = policyReasons({
    policy,
    trials,
    pairs,
    run_pairs: suite.left_out.size === 0 ? pairs : pairs.filter(({ compared }) => compared !== null),
    rewritten: loosenedCases(pairs),
    unread: guards ? main.unread : [],
  });
  return withReasons(
    decision,
    told.flatMap((reason) => untold(reason, decision)),
  );
}

/** Main's stored run is not that of the commit which the change goes onto: what it guards may be newer. */
function isBehind({ has_baseline: hasBaseline, pool }: Comparison, { source }: ConfigOfMain): boolean {
  return hasBaseline && pool[0]?.sha !== source.files.sha;
}

function hasGuards({ base: { gate } }: ConfigOfMain): boolean {
  return gate.never_fail.length > 0 || Object.keys(gate.tags).length > 0;
}

/**
 * Case files in which something of main's changed, and with a config all that are known of, for where every case of main must be known. Main's
 * own come first.
 */
function filesOf({ cases }: Comparison, all: ConfigOfMain | null): readonly string[] {
  const changed = cases.filter(isChanged);
  const wanted = all === null ? changed : [...changed, ...cases];
  return [
    ...wanted.flatMap(({ baseline }) => fileOf(baseline)),
    ...(all === null ? [] : namedFiles(all)),
    ...wanted.flatMap(({ candidate }) => fileOf(candidate)),
  ];
}

function isChanged({ candidate, baseline, regraded }: ComparedCase): boolean {
  return baseline !== null && (candidate === null || regraded || !isSameCase(candidate, baseline));
}

/** Without the cases of which the gate has said the same. */
function untold(reason: Reason, { reasons }: Decision): readonly Reason[] {
  if (reason.code !== 'never_fail_removed') return [reason];
  const told = new Set(reasons.flatMap(({ code, cases }) => (code === reason.code ? cases : [])));
  return reason.cases.every((id) => told.has(id)) ? [] : [reason];
}

function withReasons(decision: Decision, told: readonly Reason[]): Decision {
  const { verdict, reasons } = decision;
  const isOpen = verdict === 'pass' || verdict === 'inconclusive';
  const questions = told.filter(({ outcome }) => outcome === 'inconclusive');
  const notes = told.filter(({ outcome }) => outcome === 'note');
  const [question] = questions;
  if (verdict === 'pass' && question !== undefined) {
    const held = reasons.map(asNote);
    return {
      ...decision,
      verdict: 'inconclusive',
      title: question.message,
      reasons: [...questions, ...notes, ...held],
    };
  }
  return {
    ...decision,
    reasons: [
      ...reasons.filter(({ outcome }) => outcome !== 'note'),
      ...(isOpen ? questions : questions.map(asNote)),
      ...notes,
      ...reasons.filter(({ outcome }) => outcome === 'note'),
    ],
  };
}

function asNote(reason: Reason): Reason {
  return { ...reason, outcome: 'note' };
}
