import { percent } from '#common/words.ts';
import { inlineCode } from '../escape.ts';
import type { Report } from '../report.ts';
import type { VariationRow } from '../variation-row.ts';
import { type Column, columnTable } from './column-table.ts';
import { folded } from './layout.ts';
import { STATE_SIGN } from './metrics-table.ts';

/** How the agent does when its input varies; folded, and empty without variants. */
export function variationTable({ variation: rows }: Report): string {
  if (rows.length === 0) return '';
  const worst = rows.map(({ here }) => here.varied - here.original).reduce((least, one) => Math.min(least, one));
  const title = `Robustness: ${worst < 0 ? `up to ${percent(-worst)} fewer passes` : 'no fewer passes'} when inputs vary`;
  return folded(title, [columnTable(VARIATION, rows)]);
}

const VARIATION: readonly Column<VariationRow>[] = [
  { title: 'variant', align: 'l', cell: ({ kind }) => inlineCode(kind, 40) },
  { title: 'cases', align: 'r', cell: ({ cases }) => `${cases}` },
  { title: 'main: original', align: 'r', cell: ({ main }) => (main === null ? '' : percent(main.original)) },
  { title: 'main: varied', align: 'r', cell: ({ main }) => (main === null ? '' : percent(main.varied)) },
  { title: 'here: original', align: 'r', cell: ({ here }) => percent(here.original) },
  { title: 'here: varied', align: 'r', cell: ({ here }) => percent(here.varied) },
  { title: '', align: 'l', cell: ({ state }) => (state === 'none' ? 'not gated' : STATE_SIGN[state]) },
];
