import { describe, expect, test } from 'vitest';
import type { EpochChange } from '#gate/baseline/epoch/epoch-change.ts';
import { driftWarnings } from '#report/drift-warnings.ts';

const MERGED = 'caused by a merged change, or by drift of the model behind it';
const DRIFTED = 'nothing in this repository explains it, so the model behind it has drifted';

function suite(cause: 'main' | 'provider'): EpochChange {
  return { kind: 'suite', before: 0.943, now: 0.861, cases: 50, p: 0.0004, cause };
}

function oneCase(id: string, cause: 'main' | 'provider' = 'main'): EpochChange {
  return { kind: 'case', id, before: { passed: 15, trials: 15 }, now: { passed: 1, trials: 5 }, p: 0.001, cause };
}

test('main that is as it was gives no warning', () => expect(driftWarnings([])).toEqual([]));

describe('a pass rate of main that moved', () => {
  test.each([
    ['main', MERGED],
    ['provider', DRIFTED],
  ] as const)('with a cause in %s', (cause, blame) => {
    expect(driftWarnings([suite(cause)])).toEqual([
      `main changed: its pass rate went 94.3 % → 86.1 % over 50 cases, p < 0.001; ${blame}. Earlier runs are no longer used for comparison.`,
    ]);
  });
});

describe('cases of main that moved', () => {
  test('one alone', () => {
    expect(driftWarnings([oneCase('refund', 'provider')])).toEqual([
      `main changed in 1 case: refund (15/15 before, 1/5 now); ${DRIFTED}. Earlier trials of that case are no longer used for comparison.`,
    ]);
  });

  test('several are one warning, the first five by name', () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => oneCase(`c${i + 1}`));
    const each = (id: string) => `${id} (15/15 before, 1/5 now)`;
    expect(driftWarnings(names(2))).toEqual([
      `main changed in 2 cases: ${each('c1')}, ${each('c2')}; ${MERGED}. Earlier trials of those cases are no longer used for comparison.`,
    ]);
    const [seven, ...more] = driftWarnings(names(7));
    expect(more).toEqual([]);
    expect(seven).toContain(`${each('c5')} and 2 more; `);
    expect(seven).not.toContain('c6');
  });

  test('are blamed on the provider only if all of them can be', () => {
    const [both] = driftWarnings([oneCase('a', 'provider'), oneCase('b', 'main')]);
    expect(both).toContain(MERGED);
  });

  test('next to the suite have a warning of their own', () => {
    const warnings = driftWarnings([suite('main'), oneCase('a')]);
    expect(warnings.map((warning) => warning.slice(0, 25))).toEqual([
      'main changed: its pass ra',
      'main changed in 1 case: a',
    ]);
  });
});

test.each([
  ['declared', 'the declared model or sampling'],
  ['conditions', 'the conditions of a run'],
] as const)('what was changed on purpose (%s) is told with both values', (kind, what) => {
  const differences = [
    { kind: 'setting', name: 'model', before: 'small-1', after: 'large-2' },
    { kind: 'setting', name: 'temperature', before: 0, after: 1 },
  ] as const;
  expect(driftWarnings([{ kind, differences }])).toEqual([
    `main changed ${what}: model: small-1 before, large-2 now; temperature: 0 before, 1 now. Earlier runs are no longer used for comparison.`,
  ]);
});
