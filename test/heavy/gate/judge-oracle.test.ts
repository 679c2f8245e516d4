import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditedDrop } from '#statistics/judge/audited-drop.ts';
import { trueRate } from '#statistics/judge/judged-level.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { peer } from '../support/peer.ts';
import { pythonEnvironment } from '../support/python-environment.ts';
import { runProgram } from '../support/run-program.ts';

const python = await peer('truescore from PyPI', () => pythonEnvironment('truescore'));

const TABLES = 50;
const CASES = 12;
const AUDITED = 2;

type Pair = readonly [number, number];

/** Verdicts of a judge on good and bad labelled answers and on the rest (met, not met); residuals of an audit by case. */
interface Table {
  readonly good: Pair;
  readonly bad: Pair;
  readonly rest: Pair;
  readonly here: readonly number[];
  readonly main: readonly number[];
}

interface Answer {
  readonly rate: { readonly point: number; readonly low: number; readonly high: number };
  readonly differs: number;
}

test.skipIf(python.missing)(
  'estimates from judged answers are those of truescore and scipy, on random tables',
  async () => {
    const tables = drawn();
    const { env, python: interpreter } = python.get();
    const oracle = await runProgram([interpreter, join(import.meta.dirname, 'truescore-oracle.py')], {
      env: { ...process.env, ...env },
      input: JSON.stringify(tables),
    });
    expect(oracle.stderr).toBe('');
    const answers: Answer[] = JSON.parse(oracle.stdout);
    expect(answers).toHaveLength(TABLES);
    for (const [i, table] of tables.entries()) {
      const theirs = answers[i];
      const ours = levelOf(table);
      const margin = 1.959963984540054 * Math.sqrt(ours.variance);
      expect(within(ours.value)).toBeCloseTo(theirs?.rate.point ?? Number.NaN, 9);
      expect(within(ours.value - margin)).toBeCloseTo(theirs?.rate.low ?? Number.NaN, 9);
      expect(within(ours.value + margin)).toBeCloseTo(theirs?.rate.high ?? Number.NaN, 9);
      expect(auditOf(table)?.p_differs).toBeCloseTo(theirs?.differs ?? Number.NaN, 9);
    }
  },
);

/** Labelled answers count towards the judged rate too. */
function levelOf({ good, bad, rest }: Table) {
  const [q1, q0] = [good[0] / (good[0] + good[1]), bad[1] / (bad[0] + bad[1])];
  const [m1, m0] = [good[0] + good[1], bad[0] + bad[1]];
  const met = good[0] + bad[0] + rest[0];
  const all = m1 + m0 + rest[0] + rest[1];
  const rate = met / all;
  const varJ = (q1 * (1 - q1)) / m1 + (q0 * (1 - q0)) / m0;
  return trueRate({ value: rate, variance: (rate * (1 - rate)) / all }, { q1, q0, m1, m0, j: q1 + q0 - 1, varJ });
}

/** A residual of 0, ½ or 1 over two audited trials: that many of them failed by the judge alone. */
function auditOf({ here, main }: Table) {
  const side = (residual: number) => ({
    rate: 0.5,
    audited: Array.from({ length: AUDITED }, (_, i) => ({ judge: i >= residual * AUDITED, audit: true })),
  });
  return auditedDrop(here.map((residual, i) => ({ candidate: side(residual), baseline: side(main[i] ?? 0) })));
}

function drawn(): readonly Table[] {
  const random = seededRandom(14);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const split = (count: number, share: number): Pair => {
    const met = Math.round(count * share);
    return [met, count - met];
  };
  return Array.from({ length: TABLES }, () => ({
    good: split(20 + upTo(40), 0.7 + 0.3 * random()),
    bad: split(20 + upTo(40), 0.05 + 0.35 * random()),
    rest: split(200 + upTo(300), 0.3 + 0.6 * random()),
    here: Array.from({ length: CASES }, () => upTo(2) / AUDITED),
    main: Array.from({ length: CASES }, () => upTo(1) / AUDITED),
  }));
}

function within(rate: number): number {
  return Math.min(1, Math.max(0, rate));
}
