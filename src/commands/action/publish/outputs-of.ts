import { join } from 'node:path';
import type { Outputs } from '#github/log/outputs.ts';
import { headlineOf } from '#report/headline/headline.ts';
import type { StoredEvaluation } from '#runner/concluding/store-documents.ts';

/** The action's outputs; unknown ones are `null`. */
export function outputsOf(
  { evaluation: { decision, report, baseline }, stored }: Pick<StoredEvaluation, 'evaluation' | 'stored'>,
  {
    folder,
    html,
    comment_url,
  }: { readonly folder: string; readonly html: string | null; readonly comment_url: string | null },
): Outputs {
  const row = (metric: string) => report.metrics.find((item) => item.metric === metric);
  const path = (name: string) => (stored.names.includes(name) ? join(folder, name) : null);
  const passRate = row('pass_rate');
  return {
    verdict: decision.verdict,
    passed: decision.verdict === 'pass',
    'pass-rate': passRate?.candidate ?? null,
    'baseline-pass-rate': passRate?.baseline ?? null,
    'pass-rate-drop': decision.decision.pass_rate.suite?.drop ?? null,
    'tool-recall': row('tool_recall')?.candidate ?? null,
    'total-tokens': row('total_tokens')?.candidate ?? null,
    'cost-usd': report.run.cost_usd,
    trials: report.run.scored_trials + report.run.error_trials,
    'inconclusive-reason': decision.verdict === 'inconclusive' ? headlineOf(report).brief : null,
    'results-path': path('results.json'),
    'report-path': html ?? path('comment.md'),
    'report-url': report.html_url,
    'comment-url': comment_url,
    'baseline-sha': baseline.kind === 'found' ? baseline.runs[0].sha : null,
  };
}
