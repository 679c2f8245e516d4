import { dollars, duration, plural } from '#domain/words.ts';
import { amountOfWork } from '../amount-of-work.ts';
import { inlineCode, prose } from '../escape.ts';
import { VERDICT_SIGN } from '../labels.ts';
import type { Report } from '../report.ts';
import { commit, link } from './layout.ts';

/** Verdict first, then what ran. */
export function headline(report: Report): string {
  const { verdict, title, run } = report;
  const words = title.startsWith(verdict) ? title : `${verdict}: ${title}`;
  const facts = [
    inlineCode(run.name, 80),
    amountOfWork(run),
    ...(run.error_trials > 0 ? [`${plural(run.error_trials, 'trial')} could not be evaluated`] : []),
    ...(run.cost_usd === null ? [] : [`${dollars(run.cost_usd)} spent`]),
    duration(run.duration_ms),
    commit(run.head_sha ?? run.sha, run.repository_url),
    ...(run.run_url === null ? [] : [link('run', run.run_url)]),
  ];
  return `### ${VERDICT_SIGN[verdict]} Agent eval: ${prose(words, 300)}\n\n${facts.filter((fact) => fact !== '').join(' · ')}`;
}
