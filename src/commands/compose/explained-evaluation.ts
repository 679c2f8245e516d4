import { tmpdir } from 'node:os';
import { posix } from 'node:path';
import { compileGlob } from '#cases/matching/glob.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { errorMessage } from '#common/error-message.ts';
import { hashJson } from '#common/hash-json.ts';
import { canonicalJson, isJsonObject, type Json } from '#common/json.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { collectEvidence } from '#gate/decision/terms/collect-evidence.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { freshSides } from '#gate/decision/terms/fresh-sides.ts';
import type { AgentPaths } from '#gate/lines/change-parts.ts';
import type { ExplainedCase } from '#gate/lines/explained.ts';
import { redactTexts } from '#report/redaction/redact-data.ts';
import { withExplained } from '#report/rows/build-report.ts';
import { type ChangeVersions, explainLines } from '#runner/lines/explain-lines.ts';
import type { Evaluation } from '#runner/request/evaluation.ts';
import { checkOutCommit, type FetchedBefore } from '#runner/workspace/base-checkout/checkout.ts';
import { readChange, writeVersion } from '#runner/workspace/versions/read-change.ts';
import { configFolder } from './base-checkout.ts';
import { createBaseCommit, type HeadSide } from './base-commit.ts';
import type { BaseCommitSource } from './base-source.ts';
import { keptVersions } from './kept-versions.ts';
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
  const { suite, results, decision, confirmation, comparison } = evaluation;
  const { facts, explain } = request;
  const { base_source: source, confirm } = request.comparison;
  const rules = explain ?? head.suite.config.explain;
  if (rules === null || source === null) return [];
  if (explain === null) return 'versions of a fork are not run';
  if (facts.run.shard !== undefined || confirm === 'job')
    return 'a shard has only one side, and so has a run whose main runs in another job';
  if (explain === undefined && decision.verdict !== 'fail') return [];
  if (results.explained !== undefined) return results.explained;
  const sha = (confirmation?.commit ?? results.baseline_runs[0])?.sha ?? null;
  // In a terminal main was run for this comparison, so that its trials serve: what is named is verified on fresh trials anyway.
  const stored = source.commits.kind === 'local' ? collectEvidence(comparison, results).paired : null;
  const sides: readonly PairedCase[] | null =
    confirmation === null ? stored : freshSides(results, confirmation, comparison);
  if (sha === null || sides === null) return 'main was not run together with this change';
  const { close, ...versions } = changeVersions(sha, source, request, { ...head, suite });
  const explanations = await explainLines({ results, sides }, rules.max_trials, {
    versions,
    agent: agentPaths(suite, source),
    // See `changeVersions`.
    concurrency: suite.config.agent.kind === 'http' ? 1 : suite.config.concurrency,
    budget: head.budget,
    progress: head.progress,
    signal: request.signal,
  }).finally(close);
  return redactTexts(explanations, head.redact);
}

/** Versions of the work in a checkout, each in a folder of its own next to it; the commit that all of them lie over is fetched once. */
function changeVersions(
  sha: string,
  source: BaseCommitSource,
  request: WorkspaceRequest,
  head: HeadSide,
): ChangeVersions & { readonly close: () => Promise<void> } {
  let before: FetchedBefore | undefined;
  let close = async () => {};
  // Two servers can't both have the port of the config.
  const kept = keptVersions(head.suite.config.agent.kind === 'http' ? 1 : 2);
  return {
    async read() {
      const made = await checkOutCommit(source.commits, sha, {
        temporary: request.access.environment['RUNNER_TEMP'] ?? tmpdir(),
        environment: request.access.environment,
        resolve: head.programs.resolve,
        signal: request.signal,
        root: source.root,
      });
      if ('problem' in made) return made;
      const { checkout } = made;
      close = () => checkout.close();
      try {
        before = { ...checkout, all: await checkout.filesNow('all') };
        const paths = [...(await checkout.filesNow('commit')).keys()];
        return { files: await readChange(source.root, { folder: checkout.folder, paths }) };
      } catch (error) {
        return { problem: `the change can't be read: ${errorMessage(error)}` };
      }
    },
    run(files, order) {
      const edit = (folder: string) => writeVersion(folder, files, source.root);
      const open = () => createBaseCommit(source, request, head, { before, edit });
      return kept.run(hashJson(Object.fromEntries(files)), open, { sha, ...order });
    },
    close: () => kept.close().finally(close),
  };
}

/** Where the agent of a suite has its files, from the root of the repository. */
function agentPaths(suite: LoadedSuite, { folder }: BaseCommitSource): AgentPaths {
  const { config, config_path: path } = suite;
  const place = configFolder(folder, path);
  const fromRoot = (file: string) => posix.join(place, file);
  const { agent } = config;
  const named = (file: unknown) => (typeof file === 'string' ? [fromRoot(file)] : []);
  const ignored = config.coverage.ignores.map((glob) => compileGlob(fromRoot(glob), 'path'));
  const tools = 'tools' in agent ? named(agent.tools) : [];
  const own = posix.join(folder, path);
  return {
    prompt: 'prompt' in agent ? named(agent.prompt) : [],
    tools,
    config: own,
    is_program: agent.kind !== 'openai' && agent.kind !== 'anthropic',
    others: new Set(suite.cases.map(({ source }) => posix.join(folder, source.file))),
    isIgnored: (file) => ignored.some((matches) => matches(file)),
    seen(file, text) {
      const parsed = text === null || ![own, ...tools].includes(file) ? null : parseDocuments(text, file);
      if (parsed === null || 'issues' in parsed) return text;
      const values = parsed.documents.map(({ value }) => value);
      return canonicalJson(file === own ? values.map(agentIn) : values);
    },
  };
}

/** What a config says of its agent: all that main's side takes from it. */
function agentIn(config: Json): Json {
  const { agent = null, agents = null, default_agent = null, suite = null } = isJsonObject(config) ? config : {};
  return [agent, agents, default_agent, suite];
}
