import { collectEvidence } from '#gate/decision/terms/collect-evidence.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { freshSides } from '#gate/decision/terms/fresh-sides.ts';
import type { ExplainedCase } from '#gate/lines/explained.ts';
import { redactTexts } from '#report/redaction/redact-texts.ts';
import { withExplained } from '#report/rows/build-report.ts';
import { explainLines } from '#runner/lines/explain-lines.ts';
import type { Evaluation } from '#runner/request/evaluation.ts';
import type { HeadSide } from './base-commit.ts';
import { agentPaths, changeVersions } from './change-versions.ts';
import type { WorkspaceRequest } from './workspace-request.ts';

/** An evaluation with the lines that broke its cases, where that is asked, in its results and its report; the verdict stays what it is. */
export async function explainedEvaluation(
  evaluation: Evaluation,
  request: WorkspaceRequest,
  head: HeadSide,
): Promise<Evaluation> {
  const { results } = evaluation;
  const explained = await explainedCases(evaluation, request, head);
  if (typeof explained === 'string') head.progress.note(`Which line? Not searched: ${explained}`);
  if (typeof explained === 'string' || explained.length === 0) return evaluation;
  return { ...evaluation, results: { ...results, explained }, report: withExplained(evaluation.report, explained) };
}

/** What was found, or why nothing is sought. */
async function explainedCases(
  evaluation: Evaluation,
  request: WorkspaceRequest,
  head: HeadSide,
): Promise<readonly ExplainedCase[] | string> {
  const { results, decision, confirmation, comparison } = evaluation;
  const { facts, explain } = request;
  const { base_source: source, confirm } = request.comparison;
  const rules = explain ?? head.suite.config.explain;
  if (rules === null || source === null) return [];
  if (explain === null) return 'versions of a fork are not run';
  if (facts.run.shard !== undefined || confirm === 'job')
    return 'a shard, or a run whose main runs in another job, does not have both sides';
  if (explain === undefined && decision.verdict !== 'fail') return [];
  if (results.explained !== undefined) return results.explained;
  const sha = (confirmation?.commit ?? results.baseline_runs[0])?.sha ?? null;
  // In a terminal main was run for this comparison, so that its trials serve: what is named is verified on fresh trials anyway.
  const stored = source.commits.kind === 'local' ? collectEvidence(comparison, results).paired : null;
  const sides: readonly PairedCase[] | null =
    confirmation === null ? stored : freshSides(results, confirmation, comparison);
  if (sha === null || sides === null) return 'main was not run beside this change';
  const found = await explainLines({ results, sides }, rules.max_trials, {
    versions: changeVersions(sha, source, request, head),
    agent: agentPaths(head.suite, source),
    concurrency: head.suite.config.concurrency,
    budget: head.budget,
    progress: head.progress,
    signal: request.signal,
  });
  return redactTexts(found, head.redact);
}
