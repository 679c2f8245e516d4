import { percent } from '#domain/words.ts';
import type { Report } from '../../report.ts';
import { type ConsistencyRow, consistencyWords, summaryWords } from '../../rows/consistency.ts';
import type { VariationRow } from '../../rows/variation-row.ts';
import { caseHash } from '../data/case-facts.ts';
import { el, type Markup, shown } from '../markup/markup.ts';
import { scrolledTable } from '../markup/scrolled.ts';
import { STATE_WORDS } from './metrics-table.ts';

/** How the agent does when its input varies, and how alike its trials are; nothing without data. */
export function robustness({ variation, consistency }: Report): Markup {
  const varies = consistency !== null && consistency.rows.length > 0;
  if (variation.length === 0 && !varies) return null;
  return el(
    'section',
    { 'aria-labelledby': 'robustness' },
    el('h2', { id: 'robustness' }, 'Robustness'),
    variation.length === 0
      ? null
      : scrolledTable(
          { 'aria-label': 'Pass rate of varied cases beside their originals' },
          ['variant', 'cases', 'main: original', 'main: varied', 'here: original', 'here: varied', 'rule'],
          variation.map(variationRow),
        ),
    varies
      ? el(
          'details',
          {},
          el('summary', {}, `Tool sequences that vary (${consistency.rows.length})`),
          el('p', { class: 'note' }, `Not gated: ${summaryWords(consistency)}.`),
          scrolledTable(
            { 'aria-label': 'Tool sequences by case' },
            ['case', 'main', 'here'],
            consistency.rows.slice(0, MOST_ROWS).map(sequenceRow),
          ),
        )
      : null,
  );
}

const MOST_ROWS = 500;

function variationRow({ kind, cases, main, here, state }: VariationRow): Markup {
  const number = (text: string): Markup => el('td', { class: 'number' }, text);
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, shown(kind)),
    number(String(cases)),
    number(main === null ? '' : percent(main.original)),
    number(main === null ? '' : percent(main.varied)),
    number(percent(here.original)),
    number(percent(here.varied)),
    el('td', { class: `state ${state}` }, STATE_WORDS[state]),
  );
}

function sequenceRow({ id, main, here }: ConsistencyRow): Markup {
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, el('a', { href: caseHash(id) }, shown(id))),
    el('td', {}, main === null ? '' : consistencyWords(main)),
    el('td', {}, consistencyWords(here)),
  );
}
