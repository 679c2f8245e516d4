import { describe, expect, test } from 'vitest';
import type { RepeatedTest } from '#domain/gate/confirmation/repeated-test.ts';
import { confirmed, notConfirmed, staleBaseline, unconfirmed } from '#domain/report/reasons/confirmation-words.ts';

const SHA = '1a2b3c4d'.repeat(5);

const RATE: RepeatedTest = {
  gate: 'pass_rate',
  tag: null,
  cases: [],
  p: 0.2,
  kept: false,
  unconfirmed: null,
  change_from_stored: 0.3,
  change_from_today: 0.1,
  main_p: 0.0001,
  sides: {
    stored: { value: 0.9, trials: 90 },
    today: { value: 0.7, trials: 30 },
    here: { value: 0.6, trials: 30 },
  },
};
const CASE: RepeatedTest = {
  ...RATE,
  gate: 'case',
  cases: ['refund'],
  sides: {
    stored: { value: 1, trials: 15 },
    today: { value: 0.2, trials: 10 },
    here: { value: 0.1, trials: 10 },
  },
};
const TOKENS: RepeatedTest = { ...RATE, gate: 'total_tokens', tag: 'slow', change_from_stored: 0.5 };

describe('what fresh trials of main say of a failure', () => {
  test('that they show it again', () => {
    expect(confirmed({ tests: [RATE, CASE, TOKENS], sha: SHA })).toBe(
      'confirmed by 70 fresh trials of main at 1a2b3c4: pass rate 70 % on main today, 60 % here, p = 0.2; case refund passed 2/10 on main today and 1/10 here, p = 0.2; tag slow: tokens +10 % against main today, p = 0.2',
    );
  });

  test('tool recall is a rate, and told as one', () => {
    expect(confirmed({ tests: [{ ...RATE, gate: 'tool_recall' }], sha: null })).toBe(
      'confirmed by 30 fresh trials of main: tool recall 70 % on main today, 60 % here, p = 0.2',
    );
  });

  test('that main is worse itself', () => {
    expect(staleBaseline({ tests: [RATE], sha: SHA }).message).toBe(
      'main is also worse today; the stored baseline is stale: pass rate 90 % in the stored runs, 70 % on main today, 60 % here (30 fresh trials of main at 1a2b3c4; against the stored runs p < 0.001)',
    );
    expect(staleBaseline({ tests: [CASE, TOKENS], sha: null }).message).toBe(
      'main is also worse today; the stored baseline is stale: case refund passed 15/15 in the stored runs, 2/10 on main today and 1/10 here; tag slow: tokens +50 % against the stored runs, +10 % against main today (40 fresh trials of main)',
    );
  });

  test('that main does no better, or better and not by as much as it takes', () => {
    const said = (...tests: readonly RepeatedTest[]) =>
      notConfirmed({ tests: tests, sha: SHA }).headline.replace(/ \(.*/, '');
    const plain = 'not shown to be this change: fresh trials of main do no better';
    expect(said(RATE)).toBe(`${plain} beyond chance`);
    expect(said({ ...RATE, p: null })).toBe(`${plain} by more than is tolerated`);
    expect(said({ ...RATE, p: null }, CASE)).toBe(`${plain} by more than is tolerated`);
    expect(said({ ...RATE, change_from_today: 0 })).toBe(plain);
    expect(said({ ...RATE, change_from_today: null })).toBe(plain);
    expect(said({ ...RATE, change_from_today: -0.1 }, { ...CASE, change_from_today: 0, p: null })).toBe(plain);
    expect(said({ ...RATE, change_from_today: -0.1, p: null }, CASE)).toBe(`${plain} beyond chance`);
  });

  test('that main does no better, with what each test saw', () => {
    expect(notConfirmed({ tests: [CASE, TOKENS], sha: SHA }).message).toBe(
      'not shown to be this change: fresh trials of main do no better beyond chance (case refund 2/10; stored 15/15; here 1/10; tag slow: tokens here +10 % against them; +50 % against the stored runs): 40 fresh trials of main at 1a2b3c4',
    );
    expect(notConfirmed({ tests: [RATE], sha: null }).message).toMatch(/: 30 fresh trials of main; p = 0\.2$/);
  });

  test('that a test could not be repeated, each reason once', () => {
    const open = (of: RepeatedTest) => ({ ...of, unconfirmed: 'too few', sides: null });
    expect(unconfirmed({ tests: [open(RATE), open(CASE)], sha: SHA }, String)).toBe(
      'not confirmed by 0 fresh trials of main at 1a2b3c4: pass rate; case refund: too few; the failure stands',
    );
    expect(unconfirmed({ tests: [open(RATE), CASE], sha: null }, String)).toBe(
      'not confirmed by 10 fresh trials of main: pass rate; case refund: too few; the failure stands',
    );
  });
});
