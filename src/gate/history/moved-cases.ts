import { caseMinP } from '#statistics/counts/min-p.ts';
import type { HistoryRow } from './history-row.ts';

/** A case whose pass rate is no longer what it was. Rates are 0–1, oldest first; `null`: no trial was judged. */
export interface MovedCase {
  readonly id: string;
  readonly rates: readonly (number | null)[];
  readonly before: number;
  readonly now: number;
}

/** The last runs, which are compared with all before them. */
const RECENT = 5;

/** Chance that any case seems to have moved in one direction although none has. */
const LEVEL = 0.025;

/** The cases that passed less or more often in the last five runs than before, beyond chance; furthest first. */
export function movedCases(rows: readonly HistoryRow[]): readonly MovedCase[] {
  const recent = rows.slice(-RECENT);
  const earlier = rows.slice(0, -RECENT);
  const ids = [...new Set(recent.flatMap(({ cases }) => Object.keys(cases)))].sort();
  const counted = ids
    .map((id) => {
      const [[a, n], [b, m]] = [sumOf(recent, id), sumOf(earlier, id)];
      return { id, a, n, b, m };
    })
    .filter(({ n, m }) => n > 0 && m > 0);
  const worse = caseMinP(counted);
  const better = caseMinP(counted.map(({ a, n, b, m }) => ({ a: n - a, n, b: m - b, m })));
  return counted
    .filter((_, i) => Math.min(worse[i]?.pAdjusted ?? 1, better[i]?.pAdjusted ?? 1) < LEVEL)
    .map(({ id, a, n, b, m }) => ({ id, before: b / m, now: a / n, rates: rows.map((row) => rateOf(row, id)) }))
    .sort((left, right) => Math.abs(right.now - right.before) - Math.abs(left.now - left.before));
}

function sumOf(rows: readonly HistoryRow[], id: string): readonly [passed: number, scored: number] {
  let [passed, scored] = [0, 0];
  for (const { cases, anew } of rows) {
    if (anew.includes(id)) [passed, scored] = [0, 0];
    const [more, tried] = Object.hasOwn(cases, id) ? (cases[id] ?? [0, 0]) : [0, 0];
    passed += more;
    scored += tried;
  }
  return [passed, scored];
}

function rateOf({ cases }: HistoryRow, id: string): number | null {
  const [passed, scored] = Object.hasOwn(cases, id) ? (cases[id] ?? [0, 0]) : [0, 0];
  return scored === 0 ? null : passed / scored;
}
