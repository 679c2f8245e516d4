import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import { type SuiteSection, suiteFacts } from '#report/suites/suite-section.ts';
import { suitesComment } from '#report/suites/suites-comment.ts';
import { reportOf, type Situation } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

const HEAD = '9e8d7c6b5a4938271605f4e3d2c1b0aeb7a9d2c1';
const BEFORE = '1f2e3d4c5b6a79880716253443526170a1b2c3d4';

/** A suite of a workflow as its job writes it: the report of a situation under a name of its own. */
function section(name: string, situation: Situation | undefined, more: Partial<SuiteSection> = {}): SuiteSection {
  if (situation === undefined) throw new Error(`no situation for ${name}`);
  const report = reportOf({ ...situation, facts: { ...situation.facts, name } });
  const id = Buffer.from(name).toString('hex').padEnd(12, '0').slice(0, 12);
  const body = renderMarkdown(report, COMMENT_BYTES);
  return { id, run: 42, attempt: 1, sha: HEAD, facts: suiteFacts(report), missed_by: null, body, ...more };
}

/** The comment of a workflow with six suites: one of each verdict, one that waits for its run, one that the workflow has lost. */
export function severalSuites(): string {
  const sections = [
    section('billing', SITUATIONS['passed']),
    section('support', SITUATIONS['report-linked']),
    section('search', SITUATIONS['undecided']),
    section('refunds', SITUATIONS['agent-cannot-start']),
    section('orders', SITUATIONS['held-again'], { run: 41, sha: BEFORE }),
    section('old-flow', SITUATIONS['never-fail'], { run: 40, sha: BEFORE, missed_by: 42, body: '' }),
  ];
  const own = { id: sections[0]?.id ?? '', render: () => sections[0]?.body ?? '' };
  return suitesComment(sections, { head: HEAD, limit: COMMENT_BYTES, own });
}
