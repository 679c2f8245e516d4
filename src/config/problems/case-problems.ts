import type { Case } from '#cases/suite/case.ts';
import { isJudgedByModel } from '#cases/suite/criteria-of.ts';
import type { ToolsExpectation } from '#cases/suite/expectation.ts';
import { measuresEmbeddings } from '#cases/suite/measures-embeddings.ts';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import { unmockedTools } from '#cases/tools/unmocked-tools.ts';
import { type Issue, lineIssue } from '#common/document/issue.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import { EXAMPLE_MODELS } from '#common/example-models.ts';
import { isModelAgent, MODEL_KINDS, mocksOf } from '#config/capture.ts';
import type { Config } from '#config/config.ts';
import { costProblem } from '#config/parsing/cost-problem.ts';

/**
 * What a case demands that the agent of its config can't do, at the line of the case.
 *
 * @param tools of a built-in agent; `null` if unknown
 */
export function caseProblems(
  config: Config,
  cases: readonly Case[],
  tools: readonly ToolSchema[] | null,
): readonly Issue[] {
  return cases.flatMap((evalCase) => {
    const issue = (path: string, message: string) =>
      lineIssue(evalCase.source, path, `case ${evalCase.id}: ${message}`);
    return [
      ...userProblem(config, evalCase).map((message) => issue('simulated_user', message)),
      ...embeddingProblem(config, evalCase).map((message) => issue('expect.response.similar.embedding', message)),
      ...mockProblems(config, evalCase, tools).map((message) => issue('mocks', message)),
      ...toolProblems(config, evalCase, tools).map((message) => issue('expect.tools', message)),
      ...judgeProblem(config, evalCase).map((message) => issue('expect.judge', message)),
      ...workspaceProblem(config, evalCase).map((message) => issue('workspace', message)),
      ...costLimitProblem(config, evalCase).map((message) => issue('expect.limits.max_cost_usd', message)),
    ];
  });
}

function workspaceProblem({ agent }: Config, { workspace }: Case): readonly string[] {
  if (workspace === undefined)
    return agent.kind === 'command' && agent.command.some((word) => word.includes('{workspace}'))
      ? ["the agent's command has {workspace}, and this case has none; write `workspace: fixtures/…`"]
      : [];
  return PROGRAMS.includes(agent.kind)
    ? []
    : [
        `an agent of the kind ${agent.kind} can't work on files; use a command, a module or a server (http), or remove the key`,
      ];
}

const PROGRAMS: readonly string[] = ['command', 'module', 'http'];

function userProblem({ agent, simulated_user: model }: Config, evalCase: Case): readonly string[] {
  if (evalCase.simulated_user === null || model !== null || agent.kind === 'recorded') return [];
  return [
    'a model plays this user, and the config names none; write `simulated_user: {openai: {model: …}}` into the config',
  ];
}

function embeddingProblem({ embedding: model }: Config, evalCase: Case): readonly string[] {
  if (model !== null || !measuresEmbeddings(evalCase)) return [];
  return [
    `a model measures this, and the config names none; write \`embedding: {openai: {model: ${EXAMPLE_MODELS.embedding.id}}}\` into the config`,
  ];
}

function judgeProblem({ judge }: Config, evalCase: Case): readonly string[] {
  if (judge !== null || !isJudgedByModel(evalCase)) return [];
  return ['a model judges this, and the config names none; write `judge: {openai: {model: …}}` into the config'];
}

function mockProblems({ agent }: Config, evalCase: Case, tools: readonly ToolSchema[] | null): readonly string[] {
  if (Object.keys(evalCase.mocks).length === 0) return [];
  if (mocksOf(agent) === null)
    return [
      `only tools of built-in agents (${MODEL_KINDS.join(', ')}) and of MCP servers (\`agent.mcp\`) are mocked, and this agent is of the kind ${agent.kind} without \`mcp\`; remove the key, or write \`mcp\``,
    ];
  if (tools === null) return [];
  return unmockedTools(tools, evalCase.mocks)
    .filter(({ lacks }) => lacks === 'tool')
    .map(({ message }) => message);
}

/** Expected tools that the agent's own file does not have. */
function toolProblems({ agent }: Config, evalCase: Case, tools: readonly ToolSchema[] | null): readonly string[] {
  if (tools === null || !isModelAgent(agent) || agent.tools === null) return [];
  const known = tools.map(({ name }) => name);
  const toolNames = [evalCase.expect, ...evalCase.turns.map(({ expect }) => expect)].flatMap((demands) =>
    demands?.tools === undefined ? [] : wantedTools(demands.tools),
  );
  return [...new Set(toolNames)]
    .filter((name) => !known.includes(name))
    .map((name) => noTool(name, agent.tools, known));
}

function wantedTools({ calls, before }: ToolsExpectation): readonly string[] {
  const steps = calls.flatMap((step) => (step.kind === 'call' ? [step.call] : step.calls));
  return [...steps.map(({ name }) => name), ...before.flat()];
}

function noTool(name: string, file: string | null, known: readonly string[]): string {
  const near = nearestName(name, known);
  return `no tool ${name} in ${file}; ${near === null ? `it has ${known.slice(0, 20).join(', ')}` : `did you mean ${near}?`}`;
}

function costLimitProblem(config: Config, { expect, turns }: Case): readonly string[] {
  const isLimited = [expect, ...turns.map((turn) => turn.expect)].some(
    (demands) => demands?.limits?.max_cost_usd !== undefined,
  );
  const problem = isLimited ? costProblem(config) : null;
  return problem === null ? [] : [`${problem}, or remove this limit`];
}
