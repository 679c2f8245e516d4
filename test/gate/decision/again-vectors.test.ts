import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clearedAbove } from '#gate/decision/again/stages.ts';
import { UNSETTLED } from '#gate/decision/again/unsettled.ts';
import { isSuspicious, looksWorse } from '#gate/decision/looks/suspicion.ts';
import { finalLook, testPassRate } from '#gate/decision/rules/pass-rate/test.ts';
import { testCases } from '#gate/decision/rules/single-case.ts';
import { boundaryOf } from '#gate/decision/terms/boundary.ts';
import { STAGES } from '#gate/decision/terms/stages.ts';
import { stageBoundaries } from '#statistics/sequential/stage-boundaries.ts';
import { expectClose } from '../../statistics/expect-close.ts';
import { pairedCase } from './evidence-of.ts';

/** Trials passed and run here, then on main. */
type Counts = readonly [number, number, number, number];

interface Numbers {
  readonly counts: readonly Counts[];
  readonly rule_out: number;
  readonly p_mid: number | null;
  readonly drop: number;
  readonly se: number;
  readonly case_p: readonly number[];
}

interface Vectors {
  readonly looks: readonly (Numbers & {
    readonly max_drop: number;
    readonly last: boolean;
    readonly outcome: 'again' | 'passed' | 'next';
    /** Positions of cases. */
    readonly suspicious: readonly number[];
    readonly flagged: readonly number[];
  })[];
  readonly fresh: readonly (Numbers & {
    /** Position among the stages. */
    readonly stage: number;
    readonly mean_tried_again: boolean;
    readonly part: number;
    readonly boundary: number;
    readonly ruled_out: boolean;
    readonly case_p_adjusted: readonly number[];
    readonly red: readonly ('mean' | number)[];
    readonly cleared_mean: boolean | null;
    readonly still_open: readonly number[];
  })[];
}

/** Made by an independent implementation of the rule, and recomputed by a third with other algorithms. */
const VECTORS: Vectors = JSON.parse(
  readFileSync(new URL('../../fixtures/again-vectors.json', import.meta.url), 'utf8'),
);

const Z_OF_LOOKS = 1.96;

describe.each(VECTORS.looks.map((vector, i) => [i, vector] as const))('look %i', (_, vector) => {
  const { counts, rule_out, max_drop, last } = vector;
  const trials = counts[0]?.[1] ?? 0;
  const cases = pairedCases(counts);
  const plan = { boundary: boundaryOf(0.025, true), max_drop, rule_out, drift: null, judge: undefined };
  const suite = testPassRate(cases, plan, last ? finalLook(trials) : { look: trials, z: Z_OF_LOOKS, between: null });
  const single = testCases(cases, { look: trials, reached: new Map(), boundary: 0, total_alpha: 0.05 });

  test('the mean is tried again, passed, or goes to the next look', () => {
    near(suite?.p_mid, vector.p_mid);
    near(suite?.drop, vector.drop);
    near(suite?.standard_error, vector.se);
    const isTriedAgain = suite?.failed === true || (last && suite?.passed === false);
    expect(isTriedAgain ? 'again' : suite?.passed === true ? 'passed' : 'next').toBe(vector.outcome);
  });

  test('single cases go on alone, and are tried again', () => {
    for (const [i, { p }] of single.entries()) near(p, vector.case_p[i]);
    const stored = (i: number) => counts[i]?.[3] ?? 0;
    const positions = (holds: (p: number, stored: number) => boolean) =>
      single.flatMap(({ p }, i) => (holds(p, stored(i)) ? [i] : []));
    expect(positions((p, of) => isSuspicious(p, of, trials === 3, true))).toEqual(vector.suspicious);
    expect(positions(looksWorse)).toEqual(vector.flagged);
  });
});

describe.each(VECTORS.fresh.map((vector, i) => [i, vector] as const))('fresh trials %i', (_, vector) => {
  const { counts, stage, part, rule_out, mean_tried_again: hasMean } = vector;
  const trials = STAGES[stage] ?? 0;
  const boundary = stageBoundaries(part, STAGES)[stage] ?? 0;
  const cases = pairedCases(counts);
  const plan = { boundary, max_drop: 0.02, rule_out, drift: null, judge: undefined };
  const mean = testPassRate(cases, plan, finalLook(trials));
  const single = testCases(cases, {
    look: trials,
    reached: new Map(),
    boundary,
    total_alpha: 0.05,
  });

  test('what is red at its part of the budget', () => {
    expectClose(boundary, vector.boundary, 1e-6);
    near(mean?.drop, vector.drop);
    near(mean?.standard_error, vector.se);
    if (hasMean) near(mean?.p_mid, vector.p_mid);
    for (const [i, { p, p_adjusted }] of single.entries()) {
      near(p, vector.case_p[i]);
      near(p_adjusted, vector.case_p_adjusted[i]);
    }
    const redCases = single.flatMap(({ failed }, i) => (failed ? [i] : []));
    expect([...(hasMean && mean?.failed === true ? ['mean'] : []), ...redCases]).toEqual(vector.red);
  });

  test('what is over, and what is open', () => {
    const isLast = stage === STAGES.length - 1;
    const isOpen = ({ p, p_adjusted }: { readonly p: number; readonly p_adjusted: number }) =>
      isLast ? p_adjusted <= UNSETTLED : p <= clearedAbove(trials);
    expect(single.flatMap((decision, i) => (isOpen(decision) ? [i] : []))).toEqual(vector.still_open);
    if (hasMean && mean?.failed === false) expect(mean.passed).toBe(vector.ruled_out);
    if (hasMean && !isLast) expect((mean?.p_mid ?? 0) > clearedAbove(trials)).toBe(vector.cleared_mean);
  });
});

function pairedCases(counts: readonly Counts[]) {
  return counts.map(([a, n, b, m], i) =>
    pairedCase(`case-${String(i).padStart(3, '0')}`, 'P'.repeat(a) + 'f'.repeat(n - a), [b, m]),
  );
}

function near(actual: number | null | undefined, wanted: number | null | undefined): void {
  if (typeof actual !== 'number' || typeof wanted !== 'number') throw new Error(`expected ${wanted}, got ${actual}`);
  expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(1e-9 * Math.abs(wanted) + 1e-15);
}
