import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { comparableCases, type GateEvidence, meanPassRate, passes } from '../terms/evidence.ts';
import { type Finding, finding, stated } from '../terms/finding.ts';
import type { Policy } from '../terms/policy.ts';

/** A suite with a lower pass rate deserves a note even if nothing got worse. */
const MOSTLY = 0.5;

/**
 * What comparing with main can't show: that a suite fails on both sides. If nothing passed on main, no change can be seen to
 * break anything; if most trials fail and no floor forbids it, the title says so; and time-outs, whose cause may be a slow
 * model server, are counted separately.
 */
export function failingSuiteFindings(
  comparison: LeanComparison,
  evidence: GateEvidence,
  policy: Pick<Policy, 'pass_rate' | 'case_pass_rate'>,
): readonly Finding[] {
  const hasFloor = policy.pass_rate.min !== null || policy.case_pass_rate !== null;
  const rate = meanPassRate(evidence.candidate.map(({ trials }) => trials));
  const about = { outcome: 'note', gate: 'suite' } as const;
  const isAlone = comparison.makes_baseline && !comparison.has_baseline;
  const dead = isAlone ? deadSuite(evidence) : deadBaseline(evidence);
  const isSaid = isAlone && dead !== null;
  return stated(
    dead,
    rate !== null && rate < MOSTLY && !hasFloor && !isSaid && finding({ ...about, code: 'mostly_failing' }, { rate }),
    timedOut(comparison),
  );
}

const NEVER_PASSES = { outcome: 'inconclusive', gate: 'baseline', code: 'baseline_never_passes' } as const;

function deadBaseline({ paired }: GateEvidence): Finding | null {
  const compared = comparableCases(paired);
  const stored = compared.flatMap(({ baseline }) => baseline);
  if (stored.length === 0 || passes(stored) > 0) return null;
  const here = compared.flatMap(({ trials }) => trials);
  return finding(NEVER_PASSES, { stored: stored.length, passed: passes(here), here: here.length });
}

/** A run of main by itself: nothing passes that a change could break. */
function deadSuite({ candidate }: GateEvidence): Finding | null {
  const stored = candidate.flatMap(({ trials }) => trials);
  if (stored.length === 0 || passes(stored) > 0) return null;
  return finding(NEVER_PASSES, { stored: stored.length, passed: 0, here: null });
}

function timedOut({ cases }: LeanComparison): Finding | null {
  const slow = cases.filter(({ candidate }) => candidate?.trials.some(isTimeout) === true);
  if (slow.length === 0) return null;
  const here = cases.flatMap(({ candidate }) => candidate?.trials ?? []);
  const main = cases.flatMap(({ runs }) => runs.flat());
  const about = { outcome: 'note', gate: 'suite', code: 'timed_out', cases: slow.map(({ id }) => id) } as const;
  const late = { here: here.filter(isTimeout).length, main: main.filter(isTimeout).length };
  return finding(about, { ...late, trials: here.length, stored: main.length });
}

function isTimeout({ failure }: { readonly failure: { readonly kind: string } | null }): boolean {
  return failure?.kind === 'timeout';
}
