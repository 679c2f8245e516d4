import { formatIssue } from '#common/document/format-issue.ts';
import type { Issue } from '#common/document/issue.ts';
import { canonicalJson, isJsonObject, type Json } from '#common/json.ts';
import { firstOf } from '#common/words.ts';
import type { Config } from '#config/config.ts';
import { conditionsOf, type Fingerprint, treatmentOf } from '#config/fingerprint.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { mockProblems } from '#config/problems/mock-problems.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { readAgentFiles } from '#runner/load/read-agent-files.ts';
import { readMockModules } from '#runner/load/read-mock-modules.ts';
import { hashModule } from '#runner/load/with-imports.ts';

/**
 * The suite with the agent of another commit: only the agent, its prompt and its tools come from there. Cases, limits, checks
 * and prices stay, so that both agents get the same. `problem` says, as a sentence part about that commit, why that is
 * impossible.
 *
 * @param files of the other commit
 */
export async function loadBaseSuite(
  files: SuiteFiles,
  { runner_files: _, ...head }: LoadedSuite,
): Promise<{ readonly suite: LoadedSuite } | { readonly problem: string }> {
  const source = await files.read(head.config_path);
  if ('problem' in source) return { problem: `its config can't be read: ${source.problem}` };
  const parsed = parseConfig(source.text, head.config_path);
  if ('issues' in parsed) return invalid(parsed.issues);

  const { agent, agent_path } = parsed.config;
  if (head.config.agent.kind === 'suite' && agent.kind !== 'suite') return { problem: "main's config has no suite" };
  const read = await readAgentFiles(files, parsed.config, parsed.document);
  const modules = await readMockModules(files, parsed.config, head.cases, parsed.document);
  const unmocked =
    read.model_agent === null ? [] : mockProblems(parsed.config, head.cases, read.model_agent.tools, parsed.document);
  const errors = [...read.issues, ...modules.issues, ...unmocked].filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return invalid(errors);

  const config: Config = { ...head.config, agent, agent_path, replay: { ...head.config.replay, mode: 'off' } };
  const mock_modules = { ...(await hashesOf(files, head.conditions.values['mock_modules'])), ...modules.hashes };
  const { model_agent, mcp, overlay } = read;
  const facts = { model_agent, mcp, overlay, mock_modules };
  const conditions = conditionsOf(config, facts);
  if (conditions.hash !== head.conditions.hash) {
    return { problem: `it would run under other conditions (${differing(conditions, head.conditions).join(', ')})` };
  }
  return {
    suite: { ...head, config, model_agent, mcp, overlay, conditions, treatment: treatmentOf(config, facts) },
  };
}

/** Mock modules of cases that were not selected are conditions too. */
async function hashesOf(files: SuiteFiles, known: Json | undefined): Promise<{ readonly [path: string]: string }> {
  const hashes: { [path: string]: string } = {};
  for (const path of isJsonObject(known) ? Object.keys(known) : []) {
    const module = await hashModule(files, path);
    if ('hash' in module) hashes[path] = module.hash;
  }
  return hashes;
}

function invalid(issues: readonly Issue[]): { readonly problem: string } {
  return { problem: `its config can't be used here: ${firstOf(issues.map(formatIssue))}` };
}

function differing(base: Fingerprint, head: Fingerprint): readonly string[] {
  const keys = [...new Set([...Object.keys(base.values), ...Object.keys(head.values)])].sort();
  return keys.filter((key) => canonicalJson(base.values[key] ?? null) !== canonicalJson(head.values[key] ?? null));
}
