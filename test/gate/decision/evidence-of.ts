import type { GateEvidence, GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';

/** Trials from letters: `P` passed, `f` failed, `.` missing; index = position from 1. */
function trialsOf(letters: string): GateTrial[] {
  return [...letters].flatMap((letter, i) => (letter === '.' ? [] : [gateTrial(i + 1, letter === 'P')]));
}

/** A trial that only tells whether it passed. */
function gateTrial(index: number, passed: boolean): GateTrial {
  return { index, passed, tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null };
}

/** A case with these trials here and `[passed, trials]` on main, in one run. */
export function pairedCase(
  id: string,
  letters: string,
  [b, m]: readonly [number, number],
  facts: Partial<PairedCase> = {},
): PairedCase {
  const trials = trialsOf(letters);
  return {
    id,
    tags: [],
    scheduled: letters.length,
    fixed: false,
    never_fail: false,
    missing: [...letters].flatMap((letter, i) => (letter === '.' ? [{ index: i + 1 }] : [])),
    scored: trials.length,
    trials,
    baseline: Array.from({ length: m }, (_, i) => gateTrial(i + 1, i < b)),
    regraded: false,
    runs: [{ passed: b, scored: m }],
    ...facts,
  };
}

/** Evidence of a suite in which every case is on both sides. */
export function evidenceOf(paired: readonly PairedCase[]): GateEvidence {
  return { candidate: paired, paired };
}
