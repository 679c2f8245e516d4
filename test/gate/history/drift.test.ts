import { describe, expect, it } from 'vitest';
import { watchDrift } from '#gate/history/drift.ts';
import type { HistoryRow } from '#gate/history/history-row.ts';
import { rowWith } from './rows.ts';

/** A night in which each case passed as often as it says, of 5. */
function night(passed: readonly number[], facts: Partial<HistoryRow> = {}): HistoryRow {
  const cases = Object.fromEntries(passed.map((count, index) => [`case-${index}`, [count, 5] as const]));
  return rowWith({ event: 'schedule', cases, ...facts });
}

const GOOD = [5, 5, 4, 5, 5, 4, 5, 5, 5, 5];
const LOW = [5, 2, 4, 5, 1, 4, 5, 5, 4, 5];

describe('the watch over scheduled runs', () => {
  it('says nothing while they vary by chance', () => {
    const nights = Array.from({ length: 40 }, (_, i) => night(i % 2 === 0 ? GOOD : [5, 5, 5, 4, 5, 5, 4, 5, 5, 5]));
    expect(watchDrift(nights)).toMatchObject({ nights: 40, alarm: false, drift: null });
  });

  it('raises an alarm after some low nights, and names the cases that fell', () => {
    const before = Array.from({ length: 10 }, () => night(GOOD));
    expect(watchDrift([...before, night(LOW)]).drift).toBeNull();
    const { drift } = watchDrift([...before, night(LOW), night(LOW)]);
    expect(drift).toMatchObject({ nights: 2, before: 0.96, cases: [{ id: 'case-4' }, { id: 'case-1' }] });
    expect(drift?.cases[0]).toEqual({ id: 'case-4', before: [50, 50], now: [2, 10] });
  });

  it('counts nights only: a push is a change of ours', () => {
    const rows = [
      ...Array.from({ length: 10 }, () => night(GOOD)),
      ...Array.from({ length: 9 }, () => night(LOW, { event: 'push' })),
    ];
    expect(watchDrift(rows)).toMatchObject({ nights: 10, drift: null });
  });

  it.each(['settings', 'better', 'drift'] as const)('begins anew with a run that began an epoch: %s', (began) => {
    const rows = [...Array.from({ length: 10 }, () => night(GOOD)), night(LOW, { began }), night(LOW), night(LOW)];
    expect(watchDrift(rows)).toMatchObject({ nights: 3, sum: 0, drift: null });
  });

  it('is not ended by a sudden fall, which would hide itself', () => {
    const rows = [...Array.from({ length: 10 }, () => night(GOOD)), night(LOW, { began: 'worse' }), night(LOW)];
    expect(watchDrift(rows).drift).not.toBeNull();
  });

  it('compares a case whose content changed with itself only since then', () => {
    const before = Array.from({ length: 10 }, () => night(GOOD));
    const harder = [5, 0, 4, 5, 0, 4, 5, 5, 5, 5];
    const rows = [...before, night(harder, { anew: ['case-1', 'case-4'] }), night(harder), night(harder)];
    expect(watchDrift(rows).drift).toBeNull();
  });

  it('has nothing to say without rows, cases or trials', () => {
    expect(watchDrift([])).toMatchObject({ nights: 0, drift: null });
    expect(watchDrift([night([]), night([])])).toMatchObject({ nights: 2, drift: null });
  });
});
