import { type HistoryRow, passRateOf } from '#domain/history/history-row.ts';
import { wilsonInterval } from '#domain/statistics/floors/floor-bounds.ts';
import { percent, plural, shortSha, wholeNumber } from '#domain/words.ts';
import type { Report } from '../../report.ts';
import { el, type Markup } from '../markup/markup.ts';
import { scrolledTable } from '../markup/scrolled.ts';

/** Runs of main in the picture. */
const LONGEST = 100;

const WIDTH = 900;
const HEIGHT = 150;

/** The run that a report is about, beside main's. */
interface OwnRun {
  readonly verdict: Report['verdict'];
  readonly rate: number;
}

/** The run of a report; `null` if none of its trials was judged. */
export function ownRun({ verdict, numbers }: Pick<Report, 'verdict' | 'numbers'>): OwnRun | null {
  const rate = numbers.pass_rate.candidate;
  return rate === null ? null : { verdict, rate };
}

/** The pass rate of main's runs with its interval, oldest first, and of this run; a line where an epoch begins. */
export function trend(history: readonly HistoryRow[], own: OwnRun | null, longest = LONGEST): Markup {
  const rows = history.slice(-longest);
  if (rows.length < 2) return null;
  const points = rows.map((row) => ({
    row,
    rate: passRateOf(row),
    interval: wilsonInterval(passRateOf(row) ?? 0, row.scored),
  }));
  const lows = [
    ...points.flatMap(({ interval }) => (interval === null ? [] : [interval.low])),
    ...(own === null ? [] : [own.rate]),
  ];
  const floor = Math.max(0, Math.floor(Math.min(...lows, 0.9) * 10) / 10);
  const x = (index: number): number => Math.round(24 + ((WIDTH - 60) * index) / rows.length);
  const y = (rate: number): string => (12 + (HEIGHT - 34) * (1 - (rate - floor) / (1 - floor))).toFixed(1);
  const known = points.flatMap(({ rate, interval }, index) =>
    rate === null || interval === null ? [] : [{ index, rate, interval }],
  );
  const line = known.map(({ index, rate }, at) => `${at === 0 ? 'M' : 'L'}${x(index)} ${y(rate)}`).join('');
  const band = [
    ...known.map(({ index, interval }, at) => `${at === 0 ? 'M' : 'L'}${x(index)} ${y(interval.high)}`),
    ...known.toReversed().map(({ index, interval }) => `L${x(index)} ${y(interval.low)}`),
  ].join('');
  return el(
    'section',
    { 'aria-labelledby': 'trend' },
    el('h2', { id: 'trend' }, 'Main over time ', el('small', {}, `last ${plural(rows.length, 'run')}`)),
    el(
      'svg',
      {
        class: 'trend',
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: 'img',
        'aria-label': `pass rate of main, ${inWords(rows)}`,
      },
      el('path', { class: 'band', d: `${band}Z` }),
      [floor, 1].map((rate) => [
        el('line', { class: 'grid', x1: 20, x2: WIDTH - 6, y1: y(rate), y2: y(rate) }),
        el('text', { class: 'tick', x: 0, y: Number(y(rate)) - 3 }, percent(rate)),
      ]),
      rows.map((row, index) => (row.began === null ? null : epochMark(row, x(index)))),
      el('path', { class: 'rate', d: line }),
      known.map(({ index, rate }) =>
        el('circle', { class: 'run', cx: x(index), cy: y(rate), r: 3 }, el('title', {}, runWords(rows[index]))),
      ),
      own === null
        ? null
        : [
            el('circle', { class: `own ${own.verdict}`, cx: x(rows.length), cy: y(own.rate), r: 5 }),
            el(
              'text',
              { class: 'tick', x: x(rows.length), y: Number(y(own.rate)) - 10, 'text-anchor': 'middle' },
              'here',
            ),
          ],
    ),
    el('details', {}, el('summary', {}, 'As a table'), table(rows)),
  );
}

const BEGAN: Readonly<Record<NonNullable<HistoryRow['began']>, string>> = {
  settings: 'new settings',
  better: 'better',
  worse: 'worse',
  drift: 'drift',
};

function epochMark({ began }: HistoryRow, x: number): Markup {
  if (began === null) return null;
  return [
    el('line', { class: 'epoch', x1: x, x2: x, y1: 0, y2: HEIGHT - 14 }),
    el('text', { class: 'tick', x, y: HEIGHT - 3, 'text-anchor': 'middle' }, BEGAN[began]),
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

function table(rows: readonly HistoryRow[]): Markup {
  return scrolledTable(
    { 'aria-label': 'runs of main' },
    ['date', 'commit', 'pass rate', 'passed', 'tokens', 'epoch'],
    rows.toReversed().map((row) => {
      const rate = passRateOf(row);
      const sha = row.sha === null ? '' : shortSha(row.sha);
      return el(
        'tr',
        {},
        el('th', { scope: 'row' }, row.date.slice(0, 10)),
        el('td', {}, row.run_url === null ? sha : el('a', { href: row.run_url }, sha || 'run')),
        el('td', { class: 'number' }, rate === null ? '' : percent(rate)),
        el('td', { class: 'number' }, `${row.passed}/${row.scored}`),
        el('td', { class: 'number' }, row.total_tokens === null ? '' : wholeNumber(row.total_tokens)),
        el('td', {}, row.began === null ? '' : `begins: ${BEGAN[row.began]}`),
      );
    }),
  );
}
