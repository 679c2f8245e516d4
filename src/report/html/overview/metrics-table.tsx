import type { ComponentChildren } from 'preact';
import { pAgainst, pValue } from '#common/words.ts';
import type { DecisionNumbers } from '#gate/decision/terms/decision.ts';
import { metricLabel } from '#report/labels.ts';
import { type MetricState, STATES, wordsBeside } from '#report/metric-state.ts';
import { isGated, isUntested, type MetricRow, type Report } from '#report/report.ts';
import { asTested } from '#report/rows/metric-tests.ts';
import { changeInUnit, changeTexts, intervalInUnit, inUnit, sideText } from '#report/units.ts';
import { scrolledTable } from '../markup/scrolled.tsx';

/** The sign of a state and its words. */
export function stateText(state: MetricState): string {
  const { sign, words } = STATES[state];
  return sign === '' ? words : `${sign} ${words}`;
}

/** A row per metric: main, here, the change and its rule. */
export function metricsTable({ metrics, baseline, main }: Report): ComponentChildren {
  if (metrics.length === 0) return null;
  const compared = baseline.kind === 'found';
  const heads = ['metric', ...(compared ? [main, 'here', 'change'] : ['here']), 'rule'];
  const details = metrics.filter((row) => row.is_detail && !isGated(row));
  const table = (rows: readonly MetricRow[]) =>
    scrolledTable(
      { 'aria-labelledby': 'metrics' },
      heads,
      rows.map((row) => metricRow(row, compared)),
      { class: 'metrics' },
    );
  return (
    <section aria-labelledby="metrics">
      <h2 id="metrics">Metrics</h2>
      {table(metrics.filter((row) => !details.includes(row)))}
      {details.length === 0 ? null : (
        <details>
          <summary>{`Other metrics (${details.length})`}</summary>
          {table(details)}
        </details>
      )}
    </section>
  );
}

function metricRow(row: MetricRow, compared: boolean): ComponentChildren {
  const { state, failed_rules: failed, floor, unit } = row;
  const value = (side: 'baseline' | 'candidate'): ComponentChildren => <td class="number">{sideText(row, side)}</td>;
  return (
    <tr>
      <th scope="row">{metricLabel(row)}</th>
      {compared ? value('baseline') : null}
      {value('candidate')}
      {compared ? <td class="number">{changeTexts(row).join('; ')}</td> : null}
      <td class={`state ${state}`}>
        {state === 'none' ? wordsBeside(state, isUntested(row)) : stateText(state)}
        {failed.map((rule) => (
          <code>{` ${rule}`}</code>
        ))}
        {floor === null ? null : (
          <small>{` at ${floor.side === 'min' ? 'least' : 'most'} ${inUnit(floor.bound, unit)}`}</small>
        )}
      </td>
    </tr>
  );
}

/** The tested changes, each with its interval as numbers and as a picture, and p next to its boundary. */
export function intervalsTable({ metrics, numbers }: Report): ComponentChildren {
  const tested = metrics.map((row) => asTested(row, numbers)).filter(({ ci95, p }) => ci95 !== null || p !== null);
  if (tested.length === 0) return null;
  return scrolledTable(
    { 'aria-label': 'intervals and tests' },
    ['metric', 'tested change', '95 % interval', 'p'],
    tested.map((row) => {
      const { change, ci95, unit, p } = row;
      const boundary = boundaryOf(row, numbers);
      return (
        <tr>
          <th scope="row">{metricLabel(row)}</th>
          <td class="number">{change === null ? '' : changeInUnit(change, unit)}</td>
          <td class="interval">
            {ci95 === null ? null : [picture(row, ci95), <span>{intervalInUnit(ci95, unit)}</span>]}
          </td>
          <td class="number">{p === null ? null : boundary === null ? pValue(p) : pAgainst(p, boundary)}</td>
        </tr>
      );
    }),
    { class: 'metrics' },
  );
}

/** The p at or below which the row's test is red; `null` without one. */
function boundaryOf({ metric }: MetricRow, numbers: DecisionNumbers): number | null {
  if (numbers.method === 'threshold') return null;
  if (metric === 'pass_rate') return numbers.pass_rate.suite?.boundary ?? null;
  if (metric === 'tool_recall') return numbers.tool_recall?.boundary ?? null;
  return metric in numbers ? (numbers[metric as keyof Pick<DecisionNumbers, 'total_tokens'>]?.boundary ?? null) : null;
}

const WIDTH = 120;

/** The interval around the change; the line in the middle is no change. */
function picture({ change, unit }: MetricRow, [low, high]: readonly [number, number]): ComponentChildren {
  const centre = change ?? (low + high) / 2;
  const reach = Math.max(Math.abs(low), Math.abs(high), unit === 'rate' ? 0.05 : 0.1) * 1.1;
  const at = (value: number): string => (WIDTH / 2 + (WIDTH / 2) * Math.max(-1, Math.min(1, value / reach))).toFixed(1);
  return (
    <svg class="interval-picture" viewBox={`0 0 ${WIDTH} 16`} width={WIDTH} height={16} aria-hidden="true">
      <line class="zero" x1={WIDTH / 2} x2={WIDTH / 2} y1={1} y2={15} />
      <line class="range" x1={at(low)} x2={at(high)} y1={8} y2={8} />
      <circle class="point" cx={at(centre)} cy={8} r={3.5} />
    </svg>
  );
}
