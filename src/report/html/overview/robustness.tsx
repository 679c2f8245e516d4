import type { ComponentChildren } from 'preact';
import { percent } from '#common/words.ts';
import type { Report } from '#report/report.ts';
import type { VariationRow } from '#report/variation-row.ts';
import { scrolledTable } from '../markup/scrolled.tsx';
import { shown } from '../markup/shown.ts';
import { STATE_WORDS } from './metrics-table.tsx';

/** How the agent does when its input varies; nothing without variants. */
export function robustness({ variation }: Report): ComponentChildren {
  if (variation.length === 0) return null;
  return (
    <section aria-labelledby="robustness">
      <h2 id="robustness">Robustness</h2>
      {scrolledTable(
        { 'aria-label': 'Pass rate of varied cases beside their originals' },
        ['variant', 'cases', 'main: original', 'main: varied', 'here: original', 'here: varied', 'rule'],
        variation.map(variationRow),
      )}
    </section>
  );
}

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
