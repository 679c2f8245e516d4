import type { ComponentChildren } from 'preact';
import { dollars, duration, percent, plural, wholeNumber } from '#common/words.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';
import { driftWords } from '#gate/history/drift-words.ts';
import { type HistoryRow, passRateOf } from '#gate/history/history-row.ts';
import type { MovedCase } from '#gate/history/moved-cases.ts';
import { MOST_ROWS } from '#gate/history/parse-history.ts';
import { sparkline } from '#gate/history/sparkline.ts';
import { auditWarning, auditWords } from '#report/reasons/self-audit-words.ts';
import { htmlText } from '../markup/html-text.ts';
import { scrolledTable } from '../markup/scrolled.tsx';
import { visibleText } from '../markup/shown.ts';
import { sentenceList } from '../overview/page-head.tsx';
import { trend } from '../overview/trend.tsx';
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
    rows.length < 2 ? (
      <p class="none">There is one run of main so far: a second one makes a trend.</p>
    ) : (
      trend(rows, null, MOST_ROWS)
    ),
    figures(rows),
    movedCases(moved),
    <footer>
      <p>Made by agent-eval from the history of main.</p>
    </footer>,
  ]);
  const title = `main over ${plural(rows.length, 'run')}`;
  return [...pageTop(title, { script: false }), `<body><main>${body}</main></body></html>\n`].join('\n');
}

function head(rows: readonly HistoryRow[], audit: SelfAudit | null): ComponentChildren {
  const [first] = rows;
  const last = rows.at(-1);
  const rate = last === undefined ? null : passRateOf(last);
  const warning = audit === null ? null : auditWarning(audit);
  return (
    <header class="page-head">
      <p class="suite">Agent eval</p>
      <h1>{rate === null ? 'Main over time' : `Main over time: ${percent(rate)} of trials pass now`}</h1>
      {warning === null ? null : <p class="open">{warning}</p>}
      {sentenceList([
        ...rows.flatMap(({ date, drift }) => (drift === null ? [] : [`${date.slice(0, 10)}: ${driftWords(drift)}`])),
        ...(audit === null ? [] : [auditWords(audit)]),
      ])}
      <p class="facts">{`${plural(rows.length, 'run')} of main, ${first?.date.slice(0, 10) ?? ''} to ${last?.date.slice(0, 10) ?? ''}`}</p>
    </header>
  );
}

function figures(rows: readonly HistoryRow[]): ComponentChildren {
  const perTrial = (value: number | null, { scored }: HistoryRow): number | null =>
    value === null || scored === 0 ? null : value / scored;
  const pictures = [
    figureLine({
      title: 'Tokens per judged trial',
      values: rows.map((row) => perTrial(row.total_tokens, row)),
      words: wholeNumber,
    }),
    figureLine({ title: 'Mean latency', values: rows.map(({ latency_ms: latency }) => latency), words: duration }),
    figureLine({ title: 'Cost per run', values: rows.map(({ cost_usd: cost }) => cost), words: dollars }),
  ].filter((picture) => picture !== null);
  if (pictures.length === 0) return null;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">Tokens, time and cost</h2>
      <div class="pictures">{pictures}</div>
    </section>
  );
}

/** Runs in the line of bars of a case. */
const SHOWN = 30;

function movedCases(moved: readonly MovedCase[]): ComponentChildren {
  if (moved.length === 0) return null;
  const heads = ['case', `last ${SHOWN} runs`, 'before', 'last five runs'];
  return (
    <section aria-labelledby="moved">
      <h2 id="moved">
        {'Cases that moved '}
        <small>beyond chance</small>
      </h2>
      {scrolledTable(
        { 'aria-labelledby': 'moved' },
        heads,
        moved.map(({ id, rates, before, now }) => (
          <tr>
            <th scope="row">
              <code>{visibleText(id)}</code>
            </th>
            <td>
              <span class="signs" aria-hidden="true">
                {sparkline(rates.slice(-SHOWN))}
              </span>
            </td>
            <td class="number">{percent(before)}</td>
            <td class="number">{percent(now)}</td>
          </tr>
        )),
      )}
    </section>
  );
}

const WIDTH = 420;
const HEIGHT = 90;

/** One figure of each run of main. */
interface Figure {
  readonly title: string;
  /** Oldest first; `null`: unknown. */
  readonly values: readonly (number | null)[];
  readonly words: (value: number) => string;
}

/** How a figure went from run to run, from 0 upwards; `null` with fewer than two known values. */
function figureLine({ title, values, words }: Figure): ComponentChildren {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  if (known.length < 2) return null;
  const most = known.reduce((top, { value }) => Math.max(top, value), 0);
  const x = (index: number): string => (4 + ((WIDTH - 8) * index) / Math.max(1, values.length - 1)).toFixed(1);
  const y = (value: number): string => (HEIGHT - 4 - (HEIGHT - 10) * (most === 0 ? 0 : value / most)).toFixed(1);
  const last = known.at(-1)?.value ?? 0;
  const description = `${words(known[0]?.value ?? 0)} in the first run, ${words(last)} in the last, at most ${words(most)}`;
  return (
    <div class="picture">
      <h3>{title}</h3>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} class="trend" role="img" aria-label={`${title}: ${description}`}>
        <line class="grid" x1={0} x2={WIDTH} y1={HEIGHT - 4} y2={HEIGHT - 4} />
        <path
          class="rate"
          d={known.map(({ value, index }, at) => `${at === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('')}
        />
        {known.map(({ value, index }) => (
          <circle class="run" cx={x(index)} cy={y(value)} r={2} />
        ))}
      </svg>
      <p class="note">{description}</p>
    </div>
  );
}
