import type { ComponentChildren } from 'preact';
import { utf8Bytes } from '#common/cut.ts';
import { asJson, jsonText } from '#common/json-text.ts';
import { plural, wholeNumber } from '#common/words.ts';
import { messageOf } from '#report/reasons/reason-words.ts';
import type { Report } from '#report/report.ts';
import { type NamedChange, namedChange } from '#report/rows/named-change.ts';
import { ruleReasons } from '#report/rows/rule-reasons.ts';
import { unspokenWords } from '#report/rows/unspoken.ts';
import { type CaseFacts, caseFacts } from './data/case-facts.ts';
import { collectCases } from './data/collect-cases.ts';
import { fitCases } from './data/fit-cases.ts';
import type { HtmlInput } from './data/html-input.ts';
import { htmlText } from './markup/html-text.ts';
import { Link } from './markup/link.tsx';
import { visibleText } from './markup/shown.ts';
import { caseTable } from './overview/case-table.tsx';
import { certainty } from './overview/certainty.tsx';
import { checkTable } from './overview/check-table.tsx';
import { distributions, scores } from './overview/distributions.tsx';
import { metricsTable } from './overview/metrics-table.tsx';
import { pageHead, sentenceList, whatToDo } from './overview/page-head.tsx';
import { ownRun, trend } from './overview/trend.tsx';
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
  const trials = data.reduce((sum, { here, main }) => sum + here.length + main.length, 0);
  const overview = htmlText([
    pageHead(report),
    worseCases(report, facts, data),
    whatToDo(report),
    whatChanged(report),
    metricsTable(report),
    caseTable(
      facts,
      checkTable(
        comparison,
        report.cases.map(({ id }) => id),
        report.main,
      ),
    ),
    scores(comparison, report.main),
    distributions(comparison, report.main),
    trend(history, ownRun(report)),
    certainty(report),
  ]);
  const factsBlock = dataBlock(asJson(facts), 'id="facts"');
  const rest = utf8Bytes(overview) + utf8Bytes(factsBlock) + utf8Bytes(PAGE_SCRIPT) + utf8Bytes(PAGE_STYLE) + FRAME;
  const { blocks, left_out } = fitCases(data, HTML_BYTES - rest, pack);
  return [
    ...pageTop(titleOf(input, facts), { script: true }),
    `<body><main><div id="message" role="status"></div><div id="overview">${overview}</div>${htmlText(OPENED)}</main>`,
    htmlText([helpDialog(), foot(left_out, trials)]),
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

function foot(leftOut: number, trials: number): ComponentChildren {
  const note = `What was said in ${wholeNumber(leftOut)} of ${plural(trials, 'trial')} is not in this file, which holds 2 MB: of every case it has one trial, then all that fit, cases listed first before others. trajectories.jsonl of the run has the rest.`;
  return (
    <footer>
      {leftOut === 0 ? null : (
        <p class="gap-note" id="left-out">
          {note}
        </p>
      )}
      <p>
        {'Made by agent-eval. No link, image or script in what an agent said is alive. '}
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

const KEYS: readonly (readonly [keys: readonly string[], words: string])[] = [
  [['j', 'k'], 'next and previous case'],
  [['l', 'h'], 'next and previous trial of the open case'],
  [['n', 'p'], 'next and previous difference from main'],
  [['/'], 'search'],
  [['Esc'], 'back to all cases, or clear the search'],
  [['?'], 'this help'],
];

/** The keys of the report. */
function helpDialog(): ComponentChildren {
  return (
    <dialog id="help" aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl>{KEYS.map(([keys, words]) => [<dt>{keys.map((key) => [<kbd>{key}</kbd>, ' '])}</dt>, <dd>{words}</dd>])}</dl>
      <p class="note">
        Search: words anywhere in a case or its trials, or tool:name, tag:name, failure:kind. The address of this page
        leads back to what you see.
      </p>
      <p>
        <button type="button" data-action="close-help">
          Close
        </button>
      </p>
    </dialog>
  );
}

/** What the change did to the agent, and, under a heading of its own, to the rules and cases that judge it. */
function whatChanged(report: Report): ComponentChildren {
  return [agentChanges(report), ruleChanges(report)];
}

function agentChanges({ treatment_changes: changes, unspoken, run }: Report): ComponentChildren {
  const words = unspokenWords(unspoken);
  if (changes.length === 0 && words === null) return null;
  return (
    <section aria-labelledby="changed">
      <h2 id="changed">What changed in the agent</h2>
      <ul class="sentences">{changes.map((change) => agentChange(namedChange(change, run)))}</ul>
      {words && <p>{visibleText(words)}</p>}
    </section>
  );
}

function agentChange({ name, before, after, files, lines }: NamedChange): ComponentChildren {
  const sides = before === null || after === null ? null : [' ', code(before), ' → ', code(after)];
  return (
    <li>
      {code(name)}
      {sides}
      {files.map(({ path, url }) => [' ', url === null ? code(path) : <Link href={url}>{code(path)}</Link>])}
      {lines.length === 0 ? null : (
        <pre class="diff" tabindex={0}>
          {lines.map((line) =>
            line.startsWith('+') ? <ins>{visibleText(line)}</ins> : <del>{visibleText(line)}</del>,
          )}
        </pre>
      )}
    </li>
  );
}

function code(text: string): ComponentChildren {
  return <code>{visibleText(text)}</code>;
}

function ruleChanges(report: Report): ComponentChildren {
  const rules = ruleReasons(report);
  if (rules.length === 0) return null;
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">What the change does to rules and cases</h2>
      {sentenceList(rules.map((reason) => messageOf(reason, report.main)))}
    </section>
  );
}
