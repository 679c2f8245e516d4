import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import { evidence, pooledEvidence, runCounts } from '#gate/baseline/results/evidence.ts';
import { reaches } from '#statistics/beyond.ts';
import type { RunCounts } from '#statistics/counts/between-runs.ts';
import { neverPassingP } from '#statistics/counts/never-passing.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { type Finding, finding } from '../terms/finding.ts';
import type { Policy } from '../terms/policy.ts';

/**
 * Cases that a change takes out of the tests by rewriting them don't pass unnoticed: rewritten cases that pass clearly less than
 * those they replace, and new ones that never pass. Each is one exact test at the policy's confidence, so it stops at most that
 * share of changes whose cases are as hard as main's. None of this is red, because a case may have become harder.
 */
export function uncomparedFindings(
  comparison: Comparison,
  { confidence }: Pick<Policy, 'confidence'>,
): readonly Finding[] {
  const { cases, has_baseline: hasBaseline, condition_differences: differences } = comparison;
  if (!hasBaseline || differences.length > 0) return [];
  const boundary = 1 - confidence;
  return [...changedFindings(cases, boundary), ...newFindings(cases, boundary)];
}

function changedFindings(cases: readonly ComparedCase[], boundary: number): readonly Finding[] {
  const changed = cases.filter(isRewritten).flatMap((item) => {
    const [here, main] = [hereOf(item), mainOf(item)];
    return here.scored > 0 && main.scored > 0 ? [{ id: item.id, here, main }] : [];
  });
  const { pExact: p } = suiteExact(
    changed.map(({ here, main }) => ({ a: here.passed, n: here.scored, b: main.passed, m: main.scored })),
  );
  if (!reaches(p, boundary)) return [];
  const ids = changed.map(({ id }) => id);
  const [here, main] = [total(changed.map((item) => item.here)), total(changed.map((item) => item.main))];
  const about = { outcome: 'inconclusive', gate: 'baseline', code: 'harder_cases', cases: ids } as const;
  return [finding(about, { kind: 'changed', here, main, p, boundary })];
}

function newFindings(cases: readonly ComparedCase[], boundary: number): readonly Finding[] {
  const fresh = cases
    .filter(({ candidate, baseline }) => candidate !== null && baseline === null)
    .map((item) => ({ id: item.id, here: hereOf(item) }))
    .filter(({ here }) => here.scored > 0);
  const never = fresh.filter(({ here }) => here.passed === 0);
  if (never.length === 0) return [];
  const p = neverPassingP(
    fresh.map(({ here }) => here),
    cases.map(mainOf),
  );
  if (!reaches(p, boundary)) return [];
  const ids = never.map(({ id }) => id);
  const about = { outcome: 'inconclusive', gate: 'baseline', code: 'harder_cases', cases: ids } as const;
  return [finding(about, { kind: 'new', here: total(never.map(({ here }) => here)), main: null, p, boundary })];
}

/** A new input, or new expectations by which main's trials can't be graded. */
function isRewritten({ candidate, baseline }: ComparedCase): boolean {
  return candidate !== null && baseline !== null && !isSameCase(candidate, baseline);
}

function hereOf({ candidate }: ComparedCase): RunCounts {
  return runCounts(candidate === null ? [] : evidence(candidate));
}

function mainOf({ runs }: ComparedCase): RunCounts {
  return runCounts(pooledEvidence(runs).flat());
}

function total(counts: readonly RunCounts[]): RunCounts {
  const sum = (key: keyof RunCounts) => counts.reduce((all, each) => all + each[key], 0);
  return { passed: sum('passed'), scored: sum('scored') };
}
