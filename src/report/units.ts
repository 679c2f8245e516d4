import {
  changeInPoints,
  decimal,
  dollars,
  duration,
  percent,
  pointInterval,
  relativeChange,
  relativeInterval,
  wholeNumber,
} from '#common/words.ts';
import { FIGURES, type FigureName } from '#trials/metrics/figures.ts';
import type { MetricRow } from './report.ts';
import type { TagRow } from './tag-row.ts';

const VALUE: Readonly<Record<MetricRow['unit'], (value: number) => string>> = {
  rate: percent,
  tokens: wholeNumber,
  usd: dollars,
  ms: duration,
  count: decimal,
};

/** A value in the unit of its metric. */
export function inUnit(value: number, unit: MetricRow['unit']): string {
  return VALUE[unit](value);
}

/** A side of a row: `≈ 1,200`, `4 of 5`; empty without a value. */
export function sideText({ unit, estimated, of, ...row }: MetricRow, side: 'baseline' | 'candidate'): string {
  const value = row[side];
  if (value === null) return '';
  const count = of?.[side] ?? null;
  return count === null ? `${estimated ? '≈ ' : ''}${inUnit(value, unit)}` : `${value} of ${count}`;
}

/** A figure of a tag on both sides, `100 % → 80 %`, and `?` where one is unknown; empty without a value. Without main's cases, of this side. */
export function tagFigure({ baseline, figures }: Pick<TagRow, 'baseline' | 'figures'>, figure: FigureName): string {
  const sides = [...(baseline === null ? [] : [baseline]), figures].map((side) => side[figure]);
  return sides.every((value) => value === null)
    ? ''
    : sides.map((value) => (value === null ? '?' : inUnit(value, FIGURES[figure].unit))).join(' → ');
}

/** A change in the unit of its metric: points for rates, relative for the rest. */
export function changeInUnit(change: number, unit: MetricRow['unit']): string {
  return unit === 'rate' ? changeInPoints(change) : relativeChange(change);
}

/** The change of a row; of the pass rate also that without cases that decide nothing: `−5 points`, `without the 1 accepted: 0 points`. */
export function changeTexts({ change, unit, without }: MetricRow): readonly string[] {
  if (change === null) return [];
  const tested = without === null ? [] : [`without the ${asideWords(without)}: ${changeInUnit(without.change, unit)}`];
  return [changeInUnit(change, unit), ...tested];
}

/** How many cases decide nothing: `2 accepted or in quarantine`. */
export function asideWords({ accepted, quarantined }: NonNullable<MetricRow['without']>): string {
  const kinds = [...(accepted > 0 ? ['accepted'] : []), ...(quarantined > 0 ? ['in quarantine'] : [])];
  return `${accepted + quarantined} ${kinds.join(' or ')}`;
}

/** An interval of changes, in points or percent like the change itself. */
export function intervalInUnit(interval: readonly [number, number], unit: MetricRow['unit']): string {
  return unit === 'rate' ? pointInterval(interval) : relativeInterval(interval);
}
