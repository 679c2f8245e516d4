import { percent, plural } from '#common/words.ts';
import type { Paint } from '../colour.ts';
import { plainLine } from '../escape.ts';
import type { Report } from '../report.ts';
import type { Variation, VariationRow } from '../variation-row.ts';
import { hanging, padded, type TerminalOptions, widthOf } from './layout.ts';

/** A line for each kind of variant: the pass rate of the varied cases beside that of their originals. */
export function variationLines({ variation }: Report, { columns }: TerminalOptions, paint: Paint): readonly string[] {
  if (variation.length === 0) return [];
  const width = Math.max(...variation.map(({ kind }) => widthOf(plainLine(kind, LONGEST_KIND))));
  return [
    ...hanging('', 'Pass rate of varied cases, beside their originals', columns).map((line) => paint(line, 'bold')),
    ...variation.flatMap((row) =>
      hanging('    ', lineOf(row, width), columns).map((line, at) => markOf(line, at, row, paint)),
    ),
  ];
}

const LONGEST_KIND = 40;

function lineOf({ kind, cases, here, main }: VariationRow, width: number): string {
  const beside = main === null ? '' : `main ${rates(main)}  `;
  return `${padded(plainLine(kind, LONGEST_KIND), width)}  ${beside}here ${rates(here)}  ${plural(cases, 'case')}`;
}

function rates({ original, varied }: Variation): string {
  return `${percent(varied)} (${percent(original)})`;
}

function markOf(line: string, at: number, { state }: VariationRow, paint: Paint): string {
  if (at > 0 || state === 'none') return line;
  const mark = state === 'fail' ? paint('✗', 'red') : state === 'watch' ? paint('?', 'yellow') : paint('✓', 'green');
  return `  ${mark} ${line.trimStart()}`;
}
