import type { ComponentChildren } from 'preact';
import { percent } from '#domain/words.ts';
import type { Report } from '../../report.ts';
import { type ConsistencyRow, consistencyWords, summaryWords } from '../../rows/consistency.ts';
import type { VariationRow } from '../../rows/variation-row.ts';
import { caseHash } from '../data/case-facts.ts';
import { Link } from '../markup/link.tsx';
import { scrolledTable } from '../markup/scrolled.tsx';
import { shown } from '../markup/shown.ts';
import { STATE_WORDS } from './metrics-table.tsx';

/** How the agent does when its input varies, and how alike its trials are; nothing without data. */
export function robustness({ variation, consistency }: Report): ComponentChildren {
  const varies = consistency !== null && consistency.rows.length > 0;
  if (variation.length === 0 && !varies) return null;
  return (
    <section aria-labelledby="robustness">
      <h2 id="robustness">Robustness</h2>
      {variation.length === 0
        ? null
        : scrolledTable(
            { 'aria-label': 'Pass rate of varied cases beside their originals' },
            ['variant', 'cases', 'main: original', 'main: varied', 'here: original', 'here: varied', 'rule'],
            variation.map(variationRow),
          )}
      {varies ? (
        <details>
          <summary>{`Tool sequences that vary (${consistency.rows.length})`}</summary>
          <p class="note">{`Not gated: ${summaryWords(consistency)}.`}</p>
          {scrolledTable(
            { 'aria-label': 'Tool sequences by case' },
            ['case', 'main', 'here'],
            consistency.rows.slice(0, MOST_ROWS).map(sequenceRow),
          )}
        </details>
      ) : null}
    </section>
  );
}

const MOST_ROWS = 500;

function variationRow({ kind, cases, main, here, state }: VariationRow): ComponentChildren {
  const number = (text: string): ComponentChildren => <td class="number">{text}</td>;
  return (
    <tr>
      <th scope="row">{shown(kind)}</th>
      {number(String(cases))}
      {number(main === null ? '' : percent(main.original))}
      {number(main === null ? '' : percent(main.varied))}
      {number(percent(here.original))}
      {number(percent(here.varied))}
      <td class={`state ${state}`}>{STATE_WORDS[state]}</td>
    </tr>
  );
}

function sequenceRow({ id, main, here }: ConsistencyRow): ComponentChildren {
  return (
    <tr>
      <th scope="row">
        <Link href={caseHash(id)}>{shown(id)}</Link>
      </th>
      <td>{main === null ? '' : consistencyWords(main)}</td>
      <td>{consistencyWords(here)}</td>
    </tr>
  );
}
