import type { ComponentChildren } from 'preact';
import { plural } from '#common/words.ts';
import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { CheckRecord } from '#trials/trial/trial-record.ts';
import { caseHash } from '../data/case-facts.ts';
import { Link } from '../markup/link.tsx';
import { scrolledTable } from '../markup/scrolled.tsx';
import { visibleText } from '../markup/shown.ts';

/** What scores a trial: a check by its kind, a judge by its criterion, a check of one's own by its place in the case. */
export function scorerOf({ id, name }: Pick<CheckRecord, 'id' | 'name'>): string {
  return name === 'custom' ? id.replace(/^t\d+\./, '') : name;
}

/** How many trials of each case pass each of its checks, on main and here, most failures here first. */
export function checkTable({ cases }: Comparison, order: readonly string[], main: string): ComponentChildren {
  const rows = cases
    .map(({ id, candidate, baseline }) => ({ id, counts: countsOf(candidate), stored: countsOf(baseline) }))
    .filter(({ counts }) => counts.size > 0)
    .toSorted((left, right) => order.indexOf(left.id) - order.indexOf(right.id));
  const failures = new Map<string, number>();
  for (const { counts } of rows)
    for (const [scorer, { passed, of }] of counts) failures.set(scorer, (failures.get(scorer) ?? 0) + of - passed);
  const scorers = [...failures].sort(([left, less], [right, more]) => more - less || (left < right ? -1 : 1));
  const names = scorers.slice(0, MOST_SCORERS).map(([name]) => name);
  if (names.length === 0) return null;
  const left = [
    ...(scorers.length > names.length ? [plural(scorers.length - names.length, 'further check')] : []),
    ...(rows.length > MOST_ROWS ? [plural(rows.length - MOST_ROWS, 'further case')] : []),
  ];
  return (
    <details>
      <summary>{`Case × check (${rows.length} × ${scorers.length})`}</summary>
      {rows.some(({ stored }) => stored.size > 0) ? <p class="note">{`Trials that pass, ${main} → here.`}</p> : null}
      {scrolledTable(
        { 'aria-label': 'trials that pass each check' },
        ['case', ...names.map(visibleText)],
        rows.slice(0, MOST_ROWS).map(({ id, counts, stored }) => (
          <tr>
            <th scope="row">
              <Link href={caseHash(id)}>{visibleText(id)}</Link>
            </th>
            {names.map((name) => cell(counts.get(name), stored.get(name)))}
          </tr>
        )),
      )}
      {left.length === 0 ? null : <p class="note">{`${left.join(' and ')} in results.json.`}</p>}
    </details>
  );
}

interface Count {
  passed: number;
  of: number;
}

function countsOf(item: ComparedCase['candidate']): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  for (const check of item?.trials.flatMap(({ checks }) => checks) ?? []) {
    if (check.passed === null) continue;
    const count = counts.get(scorerOf(check)) ?? { passed: 0, of: 0 };
    counts.set(scorerOf(check), { passed: count.passed + (check.passed ? 1 : 0), of: count.of + 1 });
  }
  return counts;
}

function cell(count: Count | undefined, stored: Count | undefined): ComponentChildren {
  if (count === undefined) return <td class="number" />;
  const before = stored === undefined ? '' : `${shareOf(stored)} → `;
  return <td class={count.passed < count.of ? 'number bad' : 'number'}>{before + shareOf(count)}</td>;
}

function shareOf({ passed, of }: Count): string {
  return `${passed}/${of}`;
}

const MOST_SCORERS = 20;
const MOST_ROWS = 200;
