import type { SelfAudit } from '#domain/gate/self-audit.ts';
import { driftWords } from '#domain/history/drift-words.ts';
import { type HistoryRow, passRateOf } from '#domain/history/history-row.ts';
import type { MovedCase } from '#domain/history/moved-cases.ts';
import { MOST_ROWS } from '#domain/history/parse-history.ts';
import { RATE_RANGE, sparkline } from '#domain/history/sparkline.ts';
import { dollars, percent, plural, wholeNumber } from '#domain/words.ts';
import { auditWarning, auditWords } from '../../reasons/self-audit-words.ts';
import { htmlText } from '../markup/html-text.ts';
import { el, type Markup, shown } from '../markup/markup.ts';
import { scrolledTable } from '../markup/scrolled.ts';
import { figureLine } from '../overview/figure-line.ts';
import { sentenceList } from '../overview/page-head.ts';
import { trend } from '../overview/trend.ts';
import { pageTop } from './page-top.ts';

/** What the page shows of main's history. */
export interface ShownTrend {
  /** Oldest first; at least one. */
  readonly rows: readonly HistoryRow[];
  readonly moved: readonly MovedCase[];
  readonly audit: SelfAudit | null;
}

/** Where main is going, as a page without script: pass rate with epochs, tokens and cost, cases that moved, the gate's record. */
export function renderHistoryHtml({ rows, moved, audit }: ShownTrend): string {
  const body = htmlText([
    head(rows, audit),
    rows.length < 2
      ? el('p', { class: 'none' }, 'There is one run of main so far: a second one makes a trend.')
      : trend(rows, null, MOST_ROWS),
    figures(rows),
    movedCases(moved),
    el('footer', {}, el('p', {}, 'Made by agent-eval from the history of main.')),
  ]);
  const title = `main over ${plural(rows.length, 'run')}`;
  return [...pageTop(title, { script: false }), `<body><main>${body}</main></body></html>\n`].join('\n');
}

function head(rows: readonly HistoryRow[], audit: SelfAudit | null): Markup {
  const [first] = rows;
  const last = rows.at(-1);
  const rate = last === undefined ? null : passRateOf(last);
  const warning = audit === null ? null : auditWarning(audit);
  return el(
    'header',
    { class: 'page-head' },
    el('p', { class: 'suite' }, 'Agent eval'),
    el('h1', {}, rate === null ? 'Main over time' : `Main over time: ${percent(rate)} of trials pass now`),
    warning === null ? null : el('p', { class: 'open' }, warning),
    sentenceList([
      ...rows.flatMap(({ date, drift }) => (drift === null ? [] : [`${date.slice(0, 10)}: ${driftWords(drift)}`])),
      ...(audit === null ? [] : [auditWords(audit)]),
    ]),
    el(
      'p',
      { class: 'facts' },
      `${plural(rows.length, 'run')} of main, ${first?.date.slice(0, 10) ?? ''} to ${last?.date.slice(0, 10) ?? ''}`,
    ),
  );
}

function figures(rows: readonly HistoryRow[]): Markup {
  const perTrial = (value: number | null, { scored }: HistoryRow): number | null =>
    value === null || scored === 0 ? null : value / scored;
  const pictures = [
    figureLine({
      title: 'Tokens per judged trial',
      values: rows.map((row) => perTrial(row.total_tokens, row)),
      words: wholeNumber,
    }),
    figureLine({ title: 'Cost per run', values: rows.map(({ cost_usd: cost }) => cost), words: dollars }),
  ].filter((picture) => picture !== null);
  if (pictures.length === 0) return null;
  return el(
    'section',
    { 'aria-labelledby': 'figures' },
    el('h2', { id: 'figures' }, 'Tokens and cost'),
    el('div', { class: 'pictures' }, pictures),
  );
}

/** Runs in the line of bars of a case. */
const SHOWN = 30;

function movedCases(moved: readonly MovedCase[]): Markup {
  if (moved.length === 0) return null;
  const heads = ['case', `last ${SHOWN} runs`, 'before', 'last five runs'];
  return el(
    'section',
    { 'aria-labelledby': 'moved' },
    el('h2', { id: 'moved' }, 'Cases that moved ', el('small', {}, 'beyond chance')),
    scrolledTable(
      { 'aria-labelledby': 'moved' },
      heads,
      moved.map(({ id, rates, before, now }) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, el('code', {}, shown(id))),
          el(
            'td',
            {},
            el('span', { class: 'signs', 'aria-hidden': 'true' }, sparkline(rates.slice(-SHOWN), RATE_RANGE)),
          ),
          el('td', { class: 'number' }, percent(before)),
          el('td', { class: 'number' }, percent(now)),
        ),
      ),
    ),
  );
}
