import { expect, test } from 'vitest';
import { type AuditedCase, auditedDrop } from '#statistics/judge/audited-drop.ts';

const agreed = { judge: true, audit: true };
const strict = { judge: false, audit: true };

const item = (candidate: AuditedCase['candidate'], baseline: AuditedCase['baseline']): AuditedCase => ({
  candidate,
  baseline,
});

test('a judge and an auditor that agree leave the judged drop', () => {
  const cases = Array.from({ length: 10 }, (_, i) =>
    item({ rate: i % 2 === 0 ? 0.8 : 1, audited: [agreed, agreed] }, { rate: 1, audited: [agreed, agreed, agreed] }),
  );
  const found = auditedDrop(cases);
  expect(found?.drop).toBeCloseTo(0.1, 12);
  expect(found?.leniency).toBe(0);
  expect(found?.p_differs).toBe(1);
});

test('answers that only the judge fails are no drop, and the judge is found to treat the sides differently', () => {
  const cases = Array.from({ length: 10 }, (_, i) =>
    item({ rate: 0.5, audited: i === 0 ? [agreed, strict] : [strict, strict] }, { rate: 1, audited: [agreed, agreed] }),
  );
  const found = auditedDrop(cases);
  expect(found?.drop).toBeLessThan(0);
  expect(found?.leniency).toBeGreaterThan(0.9);
  expect(found?.p_differs).toBeLessThan(0.001);
});

test('cases that no judge judges keep their drop and say nothing of the judge', () => {
  const plain = item({ rate: 0.8, audited: [] }, { rate: 1, audited: [] });
  const judged = item({ rate: 1, audited: [agreed] }, { rate: 1, audited: [agreed] });
  const found = auditedDrop([plain, plain, ...Array.from({ length: 6 }, () => judged)]);
  expect(found).toMatchObject({ cases: 8, audited: 6 });
  expect(found?.drop).toBeCloseTo(0.05, 12);
});

test('what the judge passes on main and the auditor fails lowers main', () => {
  const lenient = { judge: true, audit: false };
  const cases = Array.from({ length: 8 }, (_, i) =>
    item({ rate: 1, audited: [agreed, agreed] }, { rate: 1, audited: i < 4 ? [lenient, agreed] : [agreed, agreed] }),
  );
  const found = auditedDrop(cases);
  expect(found?.drop).toBeCloseTo(-0.25, 12);
  expect(found?.leniency).toBeCloseTo(0.25, 12);
});

test('a case that was audited on one side only is none of those', () => {
  const judged = item({ rate: 1, audited: [agreed] }, { rate: 1, audited: [agreed] });
  const five = Array.from({ length: 5 }, () => judged);
  expect(auditedDrop([...five, item({ rate: 1, audited: [agreed] }, { rate: 1, audited: [] })])).toBeNull();
  expect(auditedDrop([...five, item({ rate: 1, audited: [] }, { rate: 1, audited: [agreed] })])).toBeNull();
  expect(auditedDrop([...five, judged])).toMatchObject({ audited: 6 });
});

test('fewer than six audited cases decide nothing', () => {
  const judged = item({ rate: 1, audited: [agreed] }, { rate: 1, audited: [agreed] });
  expect(auditedDrop(Array.from({ length: 5 }, () => judged))).toBeNull();
});

test('agreement everywhere still leaves an interval of some width', () => {
  const judged = item({ rate: 1, audited: [agreed] }, { rate: 1, audited: [agreed] });
  expect(auditedDrop(Array.from({ length: 10 }, () => judged))?.standardError).toBeGreaterThan(0);
});

test('a judge that treats the sides differently is found out in either direction alike', () => {
  const cases = Array.from({ length: 10 }, (_, i) =>
    item({ rate: 0.5, audited: i === 0 ? [agreed, strict] : [strict, strict] }, { rate: 1, audited: [agreed, agreed] }),
  );
  const [left, right] = [cases, cases.map(({ candidate, baseline }) => item(baseline, candidate))].map(auditedDrop);
  expect(right?.leniency).toBe(0 - (left?.leniency ?? 0));
  expect(right?.p_differs).toBeCloseTo(left?.p_differs ?? -1, 12);
  expect(right?.p_differs).toBeLessThan(0.001);
});

test('the interval is that of t around the drop, and the bound its one-sided one', () => {
  // Drops 0, 0.1, …, 0.9: mean 0.45, standard error √(0.825/9/10); one pseudo-failure of 1/1 + 1/1 over two trials, of ten cases.
  const cases = Array.from({ length: 10 }, (_, i) =>
    item({ rate: 1 - i / 10, audited: [agreed] }, { rate: 1, audited: [agreed] }),
  );
  const found = auditedDrop(cases);
  const error = Math.sqrt(0.825 / 9 / 10 + 1 / 100);
  expect(found?.standardError).toBeCloseTo(error, 12);
  expect(found?.ci95.low).toBeCloseTo(0.45 - 2.2621571628 * error, 8);
  expect(found?.ci95.high).toBeCloseTo(0.45 + 2.2621571628 * error, 8);
  expect(found?.upper95).toBeCloseTo(0.45 + 1.8331129327 * error, 8);
});
