import { describe, expect, it } from 'vitest';
import { selfAuditOf } from '#gate/history/audit.ts';
import { auditWarning, auditWords } from '#report/reasons/self-audit-words.ts';
import { rowWith } from './rows.ts';

function rows(red: readonly number[], green: number, promised = 0.05) {
  const all = [...red.map(() => true), ...Array.from({ length: green }, () => false)];
  return all.map((isRed) => rowWith({ audit: { red: isRed, promised } }));
}

describe("the gate's own record", () => {
  it('says how many unchanged comparisons were red, at most how many are, and what was promised', () => {
    const audit = selfAuditOf(rows([1, 1], 110).toReversed(), 1 - 0.95);
    expect(audit).toMatchObject({ comparisons: 112, red: 2, broken: false });
    if (audit === null) throw new Error('there is a record');
    expect(auditWords(audit)).toBe(
      'in this repository: 112 unchanged comparisons, 2 red (95 %: at most 6.3 %), promised 5 %',
    );
    expect(auditWarning(audit)).toBeNull();
  });

  it('is none before the first comparison, and counts only those under the same promise', () => {
    expect(selfAuditOf([rowWith({})], 0.05)).toBeNull();
    expect(selfAuditOf(rows([1, 1, 1], 0, 0.01), 0.05)).toBeNull();
  });

  it('warns when the promise is broken, until it holds again', () => {
    const broken = selfAuditOf(rows([1, 1, 1, 1], 6), 0.05);
    expect(broken?.broken).toBe(true);
    if (broken === null) throw new Error('there is a record');
    expect(auditWarning(broken)).toBe(
      'This gate is red in this repository more often than it promises: 4 of 10 comparisons without any change were red (95 %: at least 12.2 %), promised 5 %.',
    );
    // After the alarm more evidence is needed than before it: it does not flicker.
    expect(selfAuditOf(rows([1, 1, 1, 1], 15), 0.05)?.broken).toBe(true);
    expect(selfAuditOf(rows([1, 1, 1, 1], 80), 0.05)?.broken).toBe(false);
  });
});
