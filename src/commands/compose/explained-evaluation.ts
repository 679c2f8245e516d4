import { collectEvidence } from '#gate/decision/terms/collect-evidence.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { freshSides } from '#gate/decision/terms/fresh-sides.ts';
import { redactTexts } from '#report/redaction/redact-texts.ts';
import { explainLines } from '#runner/lines/explain-lines.ts';
import type { Evaluation } from '#runner/request/evaluation.ts';
import type { HeadSide } from './base-commit.ts';
import type { BaseCommitSource } from './base-source.ts';
import { agentPaths, changeVersions } from './change-versions.ts';
import type { WorkspaceRequest } from './workspace-request.ts';

/** An evaluation with the lines that broke its cases, in its results and its report. */
export async function explainedEvaluation(
  evaluation: Evaluation,
  { source, most }: { readonly source: BaseCommitSource; readonly most: number },
  request: WorkspaceRequest,
  head: HeadSide,
): Promise<Evaluation> {
  const { results, decision } = evaluation;
  const known = sidesOf(evaluation, source);
  if (known === null) {
    if (decision.verdict === 'fail')
      head.progress.note('Which line? Not searched: main was not run beside this change');
    return evaluation;
  }
  const { sha, sides } = known;
  const found = await explainLines(
    { results, sides, is_red: request.explain !== undefined || decision.verdict === 'fail' },
    most,
    {
      versions: changeVersions(sha, source, request, head),
      agent: agentPaths(head.suite, source),
      concurrency: head.suite.config.concurrency,
      budget: head.budget,
      progress: head.progress,
      signal: request.signal,
    },
  );
  if (found.length === 0) return evaluation;
  const explained = redactTexts(found, head.redact);
  return {
    ...evaluation,
    results: { ...results, explained },
    report: { ...evaluation.report, explained },
  };
}

/**
 * The trials that show what broke: fresh ones of both sides. In a terminal main was run for this comparison, so that its trials
 * serve; a search verifies what it names on fresh trials anyway.
 */
function sidesOf(
  { results, confirmation, comparison }: Evaluation,
  { commits }: BaseCommitSource,
): { readonly sha: string; readonly sides: readonly PairedCase[] } | null {
  const sha = (confirmation?.commit ?? results.baseline_runs[0])?.sha ?? null;
  if (sha === null) return null;
  if (confirmation !== null) return { sha, sides: freshSides(results, confirmation, comparison) };
  return commits.kind === 'local' ? { sha, sides: collectEvidence(comparison, results).paired } : null;
}
