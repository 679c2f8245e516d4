import { plural } from '#common/words.ts';
import { FIGURES } from '#trials/metrics/figures.ts';
import type { Paint } from '../colour.ts';
import { plainLine } from '../escape.ts';
import { TAG_FIGURES } from '../labels.ts';
import { STATES } from '../metric-state.ts';
import type { TagRow } from '../tag-row.ts';
import { tagFigure } from '../units.ts';
import { hangLine, type TerminalOptions } from './layout.ts';

/** A line for each tag: its figures, main and here, and the rules that failed. */
export function tagLines(rows: readonly TagRow[], { columns }: TerminalOptions, paint: Paint): readonly string[] {
  return rows.flatMap((row) => {
    const { sign, colour } = STATES[row.state];
    const figures = TAG_FIGURES.flatMap((figure) => {
      const text = tagFigure(row, figure);
      return text === '' ? [] : [`${FIGURES[figure].label} ${text}`];
    });
    const [first = '', ...rest] = hangLine(
      '  ',
      `${plainLine(row.tag, 64)} (${plural(row.cases, 'case')})  ${[...figures, ...row.failed_rules].join('  ')}`,
      columns,
    );
    return [`${colour === null ? ' ' : paint(sign, colour)}${first.slice(1)}`, ...rest];
  });
}
