import type { Config } from '#domain/config/config.ts';
import { conditionsOf, treatmentOf } from '#domain/config/fingerprint.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { parseConfig } from '#domain/config/parse-config.ts';
import { caseProblems } from '#domain/config/problems/case-problems.ts';
import { configIssue, wholeFile } from '#domain/config/problems/config-issue.ts';
import { mockProblems } from '#domain/config/problems/mock-problems.ts';
import { duplicateIds, floorIssues, warningsOfWholeSuites } from '#domain/config/problems/suite-problems.ts';
import { parseCases } from '#domain/dialects/parse-cases.ts';
import type { Issue } from '#domain/document/issue.ts';
import { parseSoundDocuments } from '#domain/document/parse-documents.ts';
import type { ParsedDocument } from '#domain/document/parsed-document.ts';
import { hashJson } from '#domain/hash-json.ts';
import type { Case } from '#domain/suite/case.ts';
import { leftOutCases } from '#domain/suite/selection/left-out-cases.ts';
import { selectCases } from '#domain/suite/selection/select-cases.ts';
import { casesOfShard, type Selection } from '#domain/suite/selection/shard.ts';
import type { SuiteFiles } from '../ports.ts';
import { graderLook } from './grader-look.ts';
import { hashGraders } from './hash-graders.ts';
import { missingAgentFiles } from './missing-agent-files.ts';
import { readAgentFiles } from './read-agent-files.ts';
import { readMockModules } from './read-mock-modules.ts';

/** Reads config and cases and returns all problems of both at once. */
export async function loadSuite(
  files: SuiteFiles,
  configPath: string,
  selection: Selection,
): Promise<{ readonly suite: LoadedSuite } | { readonly issues: readonly Issue[] }> {
  const source = await files.read(configPath);
  if ('problem' in source) return { issues: [wholeFile(configPath, source.problem)] };
  const parsed = parseConfig(source.text, configPath);
  if ('issues' in parsed) return parsed;

  const { config, document } = parsed;
  const read = await readCases(files, document, config);
  const agent = await readAgentFiles(files, config.agent, document);
  const missing = await missingAgentFiles(files, config.agent, document);
  const modules = await readMockModules(files, config.agent, read.cases, document);
  const floors = floorIssues(config, read, document);
  const found = [
    ...agent.issues,
    ...missing,
    ...(agent.model_agent === null ? [] : mockProblems(config.agent, read.cases, agent.model_agent.tools, document)),
    ...modules.issues,
    ...read.issues,
    ...caseProblems(config, read.cases, agent.model_agent?.tools ?? null),
    ...floors.filter((issue) => issue.severity === 'error'),
  ];
  const warnings = [...parsed.warnings, ...found.filter((issue) => issue.severity === 'warning')];
  const errors = found.filter((issue) => issue.severity === 'error');
  if (errors.length > 0) return { issues: [...errors, ...warnings] };

  const selected = selectCases(read.cases, selection);
  if ('problem' in selected) return { issues: [wholeFile(configPath, selected.problem)] };
  const cases = selection.shard === undefined ? selected.cases : casesOfShard(selected.cases, selection.shard);
  const graders = await hashGraders(await graderLook(files, config, read.cases), cases);
  if (graders.issues.length > 0) return { issues: graders.issues };
  const facts = { model_agent: agent.model_agent, mock_modules: modules.hashes };
  return {
    suite: {
      config,
      config_path: configPath,
      config_hash: hashJson(source.text),
      policy_sha: null,
      cases,
      left_out: leftOutCases(read.cases, cases, selection),
      grader_hashes: graders.hashes,
      graders: graders.graders,
      model_agent: agent.model_agent,
      conditions: conditionsOf(config, facts),
      treatment: treatmentOf(config, facts),
      warnings: [...warnings, ...warningsOfWholeSuites(config, cases, read.cases, document)],
      unprovable: floors,
    },
  };
}

async function readCases(
  files: SuiteFiles,
  document: ParsedDocument,
  config: Config,
): Promise<{ cases: readonly Case[]; issues: readonly Issue[] }> {
  const cases: Case[] = [];
  const issues: Issue[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of config.cases.entries()) {
    const paths = await files.expand(entry.file);
    const skipped = new Set<string>();
    if (paths.length === 0) {
      const message = `no file matches "${entry.file}" (searched from the folder of the config); correct the path or glob`;
      issues.push(configIssue(document, ['cases', index], message));
    }
    for (const path of paths.filter((path) => !seen.has(path))) {
      seen.add(path);
      const source = await files.read(path);
      if ('problem' in source) {
        issues.push(wholeFile(path, source.problem));
        continue;
      }
      const parsed = parseSoundDocuments(source.text, path);
      if ('issues' in parsed) {
        issues.push(...parsed.issues);
        continue;
      }
      const result = parseCases(parsed, entry, config.defaults);
      cases.push(...result.cases);
      issues.push(...result.issues);
      for (const item of result.skipped) skipped.add(item);
    }
    for (const item of entry.skip === 'unreadable' ? [] : entry.skip.filter((named) => !skipped.has(named))) {
      const message = `no case in these files has the id ${JSON.stringify(item)}, and none is at that place (as in "refunds.jsonl:7"); remove it from \`skip\``;
      issues.push(configIssue(document, ['cases', index, 'skip'], message));
    }
  }
  return { cases, issues: [...issues, ...duplicateIds(cases)] };
}
