import type { VerdictName } from '#domain/gate/decision.ts';
import { inlineCode, prose } from '../escape.ts';
import { dollars, duration } from '../numbers.ts';
import type { Report } from '../report.ts';

/** One sign per verdict; the same everywhere. */
export const VERDICT_SIGN: Readonly<Record<VerdictName, string>> = { pass: '✅', fail: '❌', inconclusive: '❔', error: '💥' };

/** Verdict first, then how much ran. */
export function headline(report: Report): string {
  const { run } = report;
  const facts = [
    inlineCode(run.name, 80),
    `${run.cases} ${run.cases === 1 ? 'case' : 'cases'} × ${run.trials_per_case} ${run.trials_per_case === 1 ? 'trial' : 'trials'}`,
    ...(run.error_trials > 0 ? [`${run.error_trials} could not be evaluated`] : []),
    ...(run.cost_usd === null ? [] : [dollars(run.cost_usd)]),
    duration(run.duration_ms),
  ];
  return `### ${VERDICT_SIGN[report.verdict]} Agent eval: ${report.verdict}: ${prose(report.title, 300)}\n\n${facts.join(' · ')}`;
}
