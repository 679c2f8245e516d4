import type { LeanComparedCase, LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import { evidence, pooledEvidence, runCounts } from '#gate/baseline/results/evidence.ts';
import { fallsBelow, reaches } from '#statistics/beyond.ts';
import type { RunCounts } from '#statistics/counts/between-runs.ts';
import { caseMinP } from '#statistics/counts/min-p.ts';
import { neverPassingP } from '#statistics/counts/never-passing.ts';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { type Finding, finding, stated } from '../terms/finding.ts';
import type { Policy } from '../terms/policy.ts';
import { FEWEST } from './unsettled-cases.ts';

/**
 * Cases that a change takes out of the tests by rewriting them don't pass unnoticed: rewritten cases that pass clearly less than
 * those they replace, one by one or together, and new ones that never pass. Each is one exact test at the policy's confidence (of single
 * cases at half of it), so it stops at most that share of changes whose cases are as hard as main's. None of this is red, because a case may have become harder.
 */
export function uncomparedFindings(
  comparison: LeanComparison,
  { confidence, method }: Pick<Policy, 'confidence' | 'method'>,
): readonly Finding[] {
  const { cases, has_baseline: hasBaseline, condition_differences: differences } = comparison;
  if (!hasBaseline || differences.length > 0) return [];
  const boundary = 1 - confidence;
  // A policy of thresholds takes every count as it is.
  const fewest = method === 'threshold' ? 1 : FEWEST;
  return [...changedFindings(cases, boundary, fewest), ...newFindings(cases, boundary)];
}

/** Each by itself, because the sum of many hides one; then all others as a whole. */
function changedFindings(cases: readonly LeanComparedCase[], boundary: number, fewest: number): readonly Finding[] {
  const changed = cases.filter(isRewritten).flatMap((item): ChangedCase[] => {
    const [here, main] = [hereOf(item), mainOf(item)];
    return here.scored > 0 && main.scored > 0 ? [{ id: item.id, here, main }] : [];
  });
  // The sum keeps what it has alone, so that single cases add at most half as many false questions.
  const half = boundary / 2;
  const tests = caseMinP(changed.map(countsOf));
  const judged = changed.map((item, at) => ({ item, p: tests[at]?.pAdjusted ?? 1 }));
  const fallen = judged.filter(({ item, p }) => reaches(p, half) || isReversed(item, fewest));
  const known = new Set(fallen.map(({ item }) => item));
  const others = changed.filter((item) => !known.has(item));
  const { pExact } = suiteExact(others.map(countsOf));
  const about = (some: readonly ChangedCase[]) =>
    ({ outcome: 'inconclusive', gate: 'baseline', code: 'harder_cases', cases: some.map(({ id }) => id) }) as const;
  const facts = (some: readonly ChangedCase[], p: number | null, at: number) =>
    ({
      kind: 'changed',
      p,
      boundary: at,
      here: total(some.map(({ here }) => here)),
      main: total(some.map(({ main }) => main)),
    }) as const;
  const worst = fallen.every(({ p }) => reaches(p, half)) ? Math.max(...fallen.map(({ p }) => p)) : null;
  const names = fallen.map(({ item }) => item);
  return stated(
    names.length > 0 && finding(about(names), facts(names, worst, half)),
    reaches(pExact, boundary) && finding(about(others), facts(others, pExact, boundary)),
  );
}

interface ChangedCase {
  readonly id: string;
  readonly here: RunCounts;
  readonly main: RunCounts;
}

function countsOf({ here, main }: ChangedCase): PairedCounts {
  return { a: here.passed, n: here.scored, b: main.passed, m: main.scored };
}

/** It passed nearly always on main and never here: fresh trials can't tell whether its new version or the agent is why. */
function isReversed({ here, main }: ChangedCase, fewest: number): boolean {
  const enough = Math.min(here.scored, main.scored) >= fewest;
  return enough && here.passed === 0 && !fallsBelow(main.passed / main.scored, NEARLY_ALWAYS);
}

const NEARLY_ALWAYS = 0.8;

function newFindings(cases: readonly LeanComparedCase[], boundary: number): readonly Finding[] {
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
function isRewritten({ candidate, baseline }: LeanComparedCase): boolean {
  return candidate !== null && baseline !== null && !isSameCase(candidate, baseline);
}

function hereOf({ candidate }: LeanComparedCase): RunCounts {
  return runCounts(candidate === null ? [] : evidence(candidate));
}

function mainOf({ runs }: LeanComparedCase): RunCounts {
  return runCounts(pooledEvidence(runs).flat());
}

function total(counts: readonly RunCounts[]): RunCounts {
  const sum = (key: keyof RunCounts) => counts.reduce((all, each) => all + each[key], 0);
  return { passed: sum('passed'), scored: sum('scored') };
}
