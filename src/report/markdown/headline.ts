import { duration, plural } from '#common/words.ts';
import { agentSpent, amountOfWork, judgeSpent } from '../amount-of-work.ts';
import { inlineCode, prose } from '../escape.ts';
import { headlineOf } from '../headline/headline.ts';
import { VERDICT_SIGN } from '../labels.ts';
import { auditWarning } from '../reasons/self-audit-words.ts';
import type { Report } from '../report.ts';
import type { Detail } from './detail.ts';
import { bulletList, commit, link } from './layout.ts';
import { explainedCases } from './what-broke.ts';

/** What happened, in words; then the one sentence that explains it, and every further reason. */
export function headline(report: Report, detail: Detail): readonly string[] {
  const { words, sentence, also } = headlineOf(report);
  const place = link('Open the report', report.html_url);
  const sentences = [prose(sentence, 1000), ...(report.html_url === null ? [] : [place])];
  const warning = report.audit === null ? null : auditWarning(report.audit);
  return [
    `### ${VERDICT_SIGN[report.verdict]} ${prose(words, 300)}`,
    ...explainedCases(report, detail, true),
    warning === null ? '' : prose(warning, 500),
    sentences.filter((part) => part !== '').join(' '),
    further(also, detail),
  ];
}

/** All further reasons, with their number if it is not one. */
function further(also: readonly string[], detail: Detail): string {
  const [only, ...others] = also;
  if (only === undefined) return '';
  return others.length === 0
    ? `Also: ${prose(only)}`
    : `**Also (${also.length})**\n\n${bulletList(also, detail.sentences)}`;
}

/** What ran, and what it cost. */
export function whatRan({ run }: Report): string {
  const facts = [
    inlineCode(run.name, 80),
    amountOfWork(run),
    ...(run.error_trials > 0 ? [`${plural(run.error_trials, 'trial')} could not be evaluated`] : []),
    ...agentSpent(run),
    ...judgeSpent(run),
    duration(run.duration_ms),
    commit(run.head_sha ?? run.sha, run.repository_url),
    ...(run.run_url === null ? [] : [link('run', run.run_url)]),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}
