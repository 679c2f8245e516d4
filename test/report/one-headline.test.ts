import { expect, test } from 'vitest';
import { finding } from '#gate/decision/terms/finding.ts';
import { headlineOf } from '#report/headline/headline.ts';
import { renderHtml } from '#report/html/render-html.tsx';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import { checkRunTexts } from '#report/outputs/check-conclusion.ts';
import { renderJunit } from '#report/outputs/render-junit.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import { lineWords } from '#report/reasons/line-words.ts';
import { suiteFacts } from '#report/suites/suite-section.ts';
import { pageText } from './html/page-text.ts';
import { htmlInputOf } from './html/shop-html.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

test.each(Object.entries(SITUATIONS))(
  'comment, page, terminal, JUnit and check run begin alike: %s',
  (_, situation) => {
    const report = reportOf(situation);
    const { words, brief } = headlineOf(report);
    const terminal = renderTerminal(report, { colours: false, columns: null, detail: 'quiet' });
    const [, junit] = /<testcase[^>]* name="verdict"[^>]*><[^>]+>([^\n<]*)/.exec(renderJunit(report)) ?? [];
    expect({
      comment: plain(renderMarkdown(report, COMMENT_BYTES).match(/^### \S+ (.*)$/m)?.[1]),
      page: plain(pageText(renderHtml(htmlInputOf(situation))).match(BELOW_THE_OWNERS)?.[1])
        .replace(/^Not ready to merge:/, 'Agent eval failed:')
        .slice(0, plain(words).length),
      terminal: plain(terminal.match(/^[A-Z]+ {2}(.*)$/m)?.[1]),
      junit: plain(junit),
      check: plain(checkRunTexts(report).title),
      overview: plain(suiteFacts(report).brief),
    }).toEqual({
      comment: plain(words),
      page: plain(words),
      terminal: plain(brief),
      junit: plain(words),
      check: plain(words),
      overview: plain(brief),
    });
    // Beside a sign of the verdict its name needs not be said.
    expect(words.endsWith(brief.replace(/^can't tell /, ''))).toBe(true);
  },
);

test('comment, page and terminal name the same lines that broke a case', () => {
  const situation = SITUATIONS['line-named'] ?? expect.fail();
  const report = reportOf(situation);
  const lines = (report.explained ?? []).map((found) => plain(lineWords(found)));
  expect(lines.length).toBeGreaterThan(0);
  const texts = [
    renderMarkdown(report, COMMENT_BYTES),
    pageText(renderHtml(htmlInputOf(situation))),
    renderTerminal(report, { colours: false, columns: null }),
  ];
  for (const line of lines) for (const text of texts) expect(plain(text)).toContain(line);
});

test('all cases of a selection are all that ran, not all of the suite', () => {
  const report = reportOf(SITUATIONS['round-with-an-incident'] ?? expect.fail());
  expect(headlineOf(report).words).toContain('all 20 cases got worse: ');
  const facts = { ran: 20, all: 30, of: 'main', selected_by: 'tags=refund' } as const;
  const selection = finding({ outcome: 'note', gate: 'baseline', code: 'selection' }, facts);
  expect(headlineOf({ ...report, reasons: [...report.reasons, selection] }).words).toContain(
    'all 20 cases that ran got worse: ',
  );
});

/** The first line of the page; of a red one that is compared, the line below that for whoever owns the agent. */
const BELOW_THE_OWNERS = /^# \S+ (?:Not ready to merge\. .*\n(?:Before: .*\n)?)?(.*)$/m;

/** Without what escapes markup or breaks up mentions. */
function plain(text = ''): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => ({ lt: '<', gt: '>', amp: '&' })[name] ?? '"')
    .replaceAll(/[\\\p{Cf}`]/gu, '');
}
