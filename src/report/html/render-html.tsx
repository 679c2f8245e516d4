import type { ComponentChildren } from 'preact';
import { asJson, jsonText } from '#common/json-text.ts';
import { plural } from '#common/words.ts';
import type { CaseFacts } from './data/case-facts.ts';
import { caseFacts } from './data/case-facts.ts';
import { collectCases } from './data/collect-cases.ts';
import { fitCases } from './data/fit-cases.ts';
import type { HtmlInput } from './data/html-input.ts';
import { htmlText } from './markup/html-text.ts';
import { caseTable } from './overview/case-table.tsx';
import { certainty } from './overview/certainty.tsx';
import { checkTable } from './overview/check-table.tsx';
import { distributions, scores } from './overview/distributions.tsx';
import { helpDialog } from './overview/help-dialog.tsx';
import { metricsTable } from './overview/metrics-table.tsx';
import { pageHead } from './overview/page-head.tsx';
import { ownRun, trend } from './overview/trend.tsx';
import { whatChanged } from './overview/what-changed.tsx';
import { worseCases } from './overview/worse-cases.tsx';
import { PAGE_SCRIPT, PAGE_STYLE } from './pages/page-assets.ts';
import { pageTop } from './pages/page-top.ts';

/**
 * The most bytes that the file may have: beyond it, trajectories of the least telling trials are left out, and the file says so.
 */
export const HTML_BYTES = 2_000_000;

/**
 * The report as one HTML file that needs nothing else: readable without script, and of at most {@link HTML_BYTES} unless the
 * table of cases alone has more. All text of an agent is text in it: nothing of its own runs, loads or leads anywhere.
 */
export function renderHtml(input: HtmlInput): string {
  const { report, comparison, history, pack } = input;
  const data = collectCases(input);
  const facts = caseFacts(input, data);
  const overview = htmlText([
    pageHead(report),
    worseCases(report, facts, data),
    whatChanged(report),
    metricsTable(report),
    caseTable(
      facts,
      checkTable(
        comparison,
        report.cases.map(({ id }) => id),
      ),
    ),
    scores(comparison),
    distributions(comparison),
    trend(history, ownRun(report)),
    certainty(report),
  ]);
  const factsBlock = dataBlock(asJson(facts), 'id="facts"');
  const rest = bytes(overview) + bytes(factsBlock) + bytes(PAGE_SCRIPT) + bytes(PAGE_STYLE) + FRAME;
  const { blocks, left_out } = fitCases(data, HTML_BYTES - rest, pack);
  return [
    ...pageTop(titleOf(input, facts), { script: true }),
    `<body><main><div id="message" role="status"></div><div id="overview">${overview}</div>${htmlText(OPENED)}</main>`,
    htmlText([helpDialog(), foot(left_out)]),
    factsBlock,
    ...blocks.map((block) => dataBlock(block, 'class="block"')),
    `<script>${PAGE_SCRIPT}</script>`,
    '</body></html>\n',
  ].join('\n');
}

/** Bytes of the text around the parts. */
const FRAME = 8_000;

const OPENED: ComponentChildren = (
  <div id="opened" hidden>
    <nav aria-label="cases">
      {button('close', '← All cases', 'Esc')}
      {button('previous-case', 'Previous', 'k')}
      {button('next-case', 'Next', 'j')}
      <span class="space" />
      {button('help', 'Keys', '?')}
    </nav>
    <div id="opened-case" />
  </div>
);

function button(action: string, words: string, key: string): ComponentChildren {
  return (
    <button type="button" data-action={action}>
      {`${words} `}
      <kbd>{key}</kbd>
    </button>
  );
}

function foot(leftOut: number): ComponentChildren {
  const note = `Trajectories of ${plural(leftOut, 'trial')} are left out to keep this file under 2 MB: those of the cases listed last. trajectories.jsonl of the run has them.`;
  return (
    <footer>
      {leftOut === 0 ? null : (
        <p class="gap-note" id="left-out">
          {note}
        </p>
      )}
      <p>
        {'Made by agent-eval. Whatever an agent said or did is shown as plain text. '}
        <span class="needs-script">
          {'Press '}
          <kbd>?</kbd>
          {' for keys.'}
        </span>
      </p>
    </footer>
  );
}

function titleOf({ report }: HtmlInput, facts: readonly CaseFacts[]): string {
  return `${report.verdict}: ${report.run.name}, ${plural(facts.length, 'case')}`;
}

/** JSON that can't end its element, whatever texts it holds. */
function dataBlock(value: Parameters<typeof jsonText>[0], attribute: string): string {
  return `<script type="application/json" ${attribute}>${jsonText(value).replaceAll('<', '\\u003c')}</script>`;
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
