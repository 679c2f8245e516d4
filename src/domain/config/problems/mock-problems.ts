import { isModelAgent } from '#domain/config/capture.ts';
import type { ConfiguredAgent } from '#domain/config/parsing/agents-of.ts';
import type { Issue } from '#domain/document/issue.ts';
import type { ParsedDocument } from '#domain/document/parsed-document.ts';
import { pathText } from '#domain/document/path-text.ts';
import type { Case } from '#domain/suite/case.ts';
import type { ToolSchema } from '#domain/tools/tool-schema.ts';
import { unmockedTools } from '#domain/tools/unmocked-tools.ts';
import { configIssue } from './config-issue.ts';

/** Tools of a built-in agent without a mock in some case, and mocks of the config without a tool. */
export function mockProblems(
  { agent, agent_path: path }: ConfiguredAgent,
  cases: readonly Case[],
  tools: readonly ToolSchema[],
  config: ParsedDocument,
): readonly Issue[] {
  if (!isModelAgent(agent)) return [];
  const mocks = [...path, agent.key, 'mocks'];
  return unmockedTools(tools, agent.mocks).flatMap(({ lacks, name, message }): readonly Issue[] => {
    if (lacks === 'tool') {
      const mock = [...mocks, name];
      return [{ severity: 'error', file: config.file, ...config.locateKey(mock), path: pathText(mock), message }];
    }
    const bare = cases.find((evalCase) => !Object.hasOwn(evalCase.mocks, name));
    if (bare === undefined) return [];
    const others = cases.some((evalCase) => Object.hasOwn(evalCase.mocks, name));
    return [configIssue(config, mocks, others ? `${message}; the case ${bare.id} has none of its own` : message)];
  });
}
