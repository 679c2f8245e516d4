import type { ComponentChildren } from 'preact';
import { percent, plural, shortSha, wholeNumber } from '#common/words.ts';
import { type EpochStart, type HistoryRow, passRateOf } from '#gate/history/history-row.ts';
import { beganWords, MOVED } from '#report/history/began-words.ts';
import type { Report } from '#report/report.ts';
import { wilsonInterval } from '#statistics/floors/floor-bounds.ts';
import { Link } from '../markup/link.tsx';
import { scrolledTable } from '../markup/scrolled.tsx';

/** Runs of main in the picture. */
const LONGEST = 100;

const WIDTH = 900;
const HEIGHT = 150;

/** The run that a report is about, next to main's. */
interface OwnRun {
  /** What main is called. */
  readonly main: string;
  readonly verdict: Report['verdict'];
  readonly rate: number;
}

/** The run of a report; `null` if none of its trials was judged. */
export function ownRun({ verdict, numbers, main }: Pick<Report, 'verdict' | 'numbers' | 'main'>): OwnRun | null {
  const rate = numbers.pass_rate.candidate;
  return rate === null ? null : { verdict, rate, main };
}

/** The pass rate of main's runs with its interval, oldest first, and of this run; a line where an epoch begins. */
export function trend(history: readonly HistoryRow[], own: OwnRun | null, longest = LONGEST): ComponentChildren {
  const rows = history.slice(-longest);
  if (rows.length < 2) return null;
  const began = (index: number): string => beganWords(history, history.length - rows.length + index);
  const moves = rows.flatMap((_, index) => began(index) || []);
  const points = rows.map((row) => ({
    row,
    rate: passRateOf(row),
    interval: wilsonInterval(passRateOf(row) ?? 0, row.scored),
  }));
  const x = (index: number): number => Math.round(24 + ((WIDTH - 60) * index) / rows.length);
  const y = (rate: number): string => (12 + (HEIGHT - 34) * (1 - rate)).toFixed(1);
  const known = points.flatMap(({ rate, interval }, index) =>
    rate === null || interval === null ? [] : [{ index, rate, interval }],
  );
  const line = known.map(({ index, rate }, at) => `${at === 0 ? 'M' : 'L'}${x(index)} ${y(rate)}`).join('');
  const band = [
    ...known.map(({ index, interval }, at) => `${at === 0 ? 'M' : 'L'}${x(index)} ${y(interval.high)}`),
    ...known.toReversed().map(({ index, interval }) => `L${x(index)} ${y(interval.low)}`),
  ].join('');
  return (
    <section aria-labelledby="trend">
      <h2 id="trend">
        {`${own?.main ?? 'Main'} over time `}
        <small>{`last ${plural(rows.length, 'run')}`}</small>
      </h2>
      <svg
        class="trend"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`pass rate of ${own?.main ?? 'main'}, ${inWords(rows)}`}
      >
        <path class="band" d={`${band}Z`} />
        {[0, 1].map((rate) => [
          <line class="grid" x1={20} x2={WIDTH - 6} y1={y(rate)} y2={y(rate)} />,
          <text class="tick" x={0} y={Number(y(rate)) - 3}>
            {percent(rate)}
          </text>,
        ])}
        {rows.map((row, index) => (row.began === null ? null : epochMark(row.began, x(index))))}
        <path class="rate" d={line} />
        {known.map(({ index, rate }) => (
          <circle class="run" cx={x(index)} cy={y(rate)} r={3}>
            <title>{runWords(rows[index])}</title>
          </circle>
        ))}
        {own === null
          ? null
          : [
              <circle class={`own ${own.verdict}`} cx={x(rows.length)} cy={y(own.rate)} r={5} />,
              <text class="tick" x={x(rows.length)} y={Number(y(own.rate)) - 10} text-anchor="middle">
                here
              </text>,
            ]}
      </svg>
      {moves.length === 0 ? null : <p class="facts">{`${own?.main ?? 'Main'} ${moves.join('; ')}.`}</p>}
      <details>
        <summary>As a table</summary>
        {table(rows, began)}
      </details>
    </section>
  );
}

function epochMark(began: EpochStart, x: number): ComponentChildren {
  return [
    <line class="epoch" x1={x} x2={x} y1={0} y2={HEIGHT - 14} />,
    <text class="tick" x={x} y={HEIGHT - 3} text-anchor="middle">
      {MOVED[began]}
    </text>,
  ];
}

function runWords(row: HistoryRow | undefined): string {
  if (row === undefined) return '';
  const rate = passRateOf(row);
  return `${row.date.slice(0, 10)}${row.sha === null ? '' : ` ${shortSha(row.sha)}`}: ${rate === null ? 'no trial judged' : percent(rate)} (${row.passed}/${row.scored})`;
}

function inWords(rows: readonly HistoryRow[]): string {
  const rates = rows.flatMap((row) => passRateOf(row) ?? []);
  return rates.length === 0
    ? 'never judged'
    : `between ${percent(Math.min(...rates))} and ${percent(Math.max(...rates))}`;
}

function table(rows: readonly HistoryRow[], began: (index: number) => string): ComponentChildren {
  return scrolledTable(
    { 'aria-label': 'runs' },
    ['date', 'commit', 'pass rate', 'passed', 'tokens', 'epoch'],
    rows.toReversed().map((row, back) => {
      const rate = passRateOf(row);
      const sha = row.sha === null ? '' : shortSha(row.sha);
      return (
        <tr>
          <th scope="row">{row.date.slice(0, 10)}</th>
          <td>{row.run_url === null ? sha : <Link href={row.run_url}>{sha || 'run'}</Link>}</td>
          <td class="number">{rate === null ? '' : percent(rate)}</td>
          <td class="number">{`${row.passed}/${row.scored}`}</td>
          <td class="number">{row.total_tokens === null ? '' : wholeNumber(row.total_tokens)}</td>
          <td>{began(rows.length - 1 - back)}</td>
        </tr>
      );
    }),
  );
}
