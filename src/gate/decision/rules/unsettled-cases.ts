import { fisherLess } from '#statistics/counts/fisher.ts';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';
import { caseSight } from '../looks/case-sight.ts';
import { isSuspicious } from '../looks/suspicion.ts';
import type { CaseDecision } from '../terms/decision.ts';
import { comparableCases, mostCountsOf, type PairedCase } from '../terms/evidence.ts';
import { type Finding, finding, stated } from '../terms/finding.ts';
import type { GatePlan } from './plan.ts';
import { aboutCases } from './single-case.ts';

/** What the tests of single cases could not settle. */
export interface UnsettledCases {
  readonly paired: readonly PairedCase[];
  readonly plan: GatePlan;
  readonly cases: readonly CaseDecision[];
  /** Of the tests: next to something red nothing is unsettled. */
  readonly tests: readonly Finding[];
}

/**
 * No case that looks worse turns green because nothing could have shown that it broke. Where stored trials of main decide, a case is open
 * that passed all of its trials there and none here, or that looks worse while main has too few trials of it for red. A pass names the
 * cases that could not have been seen to break.
 */
export function unsettledCaseFindings({ paired, plan, cases, tests }: UnsettledCases): readonly Finding[] {
  if (tests.some(({ outcome, code }) => outcome === 'fail' || code === 'dependent_trials')) return [];
  const compared = comparableCases(paired);
  const unseen = unseenCases(compared, plan);
  const open = plan.looks_choose
    ? []
    : cases.filter((item) => !item.failed && (isReversed(item) || isBlindlyWorse(item, unseen)));
  const about = { outcome: 'note', gate: 'case', code: 'unseen_cases', cases: unseen } as const;
  return [
    ...aboutCases('inconclusive', 'case_unsettled', open),
    ...stated(unseen.length > 0 && finding(about, { compared: compared.length })),
  ];
}

/** Fewer trials on a side say nothing of a case that turned round. */
export const FEWEST = 3;

/** It passed all of its trials on main, and none here. */
function isReversed({ candidate, baseline }: CaseDecision): boolean {
  const enough = Math.min(candidate.scored, baseline.scored) >= FEWEST;
  return enough && candidate.passed === 0 && baseline.passed === baseline.scored;
}

/** It looks worse by more than chance does to one unchanged suite in twenty, and its test could not be red. */
function isBlindlyWorse({ id, watch }: CaseDecision, unseen: readonly string[]): boolean {
  return watch && unseen.includes(id);
}

/**
 * Cases whose test could not have been red whatever happened here, or that could not even have looked worse where that is tried
 * again, because main has too few trials of them; a case that never passes on main has nothing to lose.
 */
function unseenCases(paired: readonly PairedCase[], plan: GatePlan): readonly string[] {
  const looks = plan.looks.map(({ look }) => look);
  const boundary = plan.looks.at(-1)?.case ?? null;
  if (boundary === null) return [];
  const planned = paired.map((item) => ({ item, most: mostCountsOf(item, looks) }));
  const counts = planned.map(({ most }) => most);
  const sees = caseSight(counts, boundary, plan.looks_choose);
  const known = new Map<string, boolean>();
  return planned.flatMap(({ item, most: { n, b, m } }) => {
    if (b === 0) return [];
    const isAlwaysExtended = item.fixed || item.never_fail;
    const key = `${n},${b},${m},${isAlwaysExtended}`;
    const counts = { a: 0, n, b, m };
    const isSeen = known.get(key) ?? ((isAlwaysExtended || staysSuspicious(counts, looks, plan)) && sees(counts));
    known.set(key, isSeen);
    return isSeen ? [] : [item.id];
  });
}

/** Whether a case that fails all of its trials gets the trials of the last look even if the rest of the suite is settled. */
function staysSuspicious(
  { b, m }: PairedCounts,
  looks: readonly number[],
  { looks_choose: choose }: GatePlan,
): boolean {
  return looks.slice(0, -1).every((n, i) => isSuspicious(fisherLess({ a: 0, n, b, m }), m, i === 0, choose));
}
