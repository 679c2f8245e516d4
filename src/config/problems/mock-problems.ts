import type { Case } from '#cases/suite/case.ts';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import { unmockedTools } from '#cases/tools/unmocked-tools.ts';
import { type Issue, issueAt } from '#common/document/issue.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { pathText } from '#common/document/path-text.ts';
import { isModelAgent } from '#config/capture.ts';
import type { ConfiguredAgent } from '#config/parsing/agents-of.ts';

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
    return [issueAt(config, mocks, others ? `${message}; the case ${bare.id} has none of its own` : message)];
  });
}
