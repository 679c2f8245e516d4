import { setTimeout as delay } from 'node:timers/promises';
import type { Case } from '#cases/suite/case.ts';
import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import { untrustedLine } from '#common/error-message.ts';
import { listed } from '#common/words.ts';
import type { ProgramSpec } from '#process/program.ts';
import type { ListedTool } from '#trials/mcp/tool-hashes.ts';
import type { MockTool } from '#wire/mcp/ports.ts';
import { createMockedTools } from './mocked-tools.ts';
import { TIMED_OUT } from './tool-answer.ts';

/** What stands in for tools of MCP servers. */
export interface McpMocks {
  /** Loads the config's modules. Throws as modules that mock tools do. */
  load(): Promise<void>;
  /** For one turn: the mock of the case, or else of the config. */
  of(evalCase: Case, trial: number, turn: number): MockTool;
  /** A mock that names no tool of any server, and how to fix it, a sentence; `null`: there is none. */
  strayMock(mocks: ToolMocks, tools: readonly ListedTool[]): string | null;
  /** Sentences about calls that no row answered, and about modules that threw. */
  notes(): readonly string[];
  close(): Promise<void>;
}

/** @param place where modules run, and with which variables */
export function createMcpMocks(configMocks: ToolMocks, place: Omit<ProgramSpec, 'command'>): McpMocks {
  const mocked = createMockedTools([], configMocks, place);
  return {
    load: () => mocked.load(),
    of(evalCase, trial, turn) {
      const where = { case_id: evalCase.id, trial, turn, context: evalCase.context };
      const sleep = (ms: number) => delay(ms, undefined, { ref: false });
      return ({ server, name, arguments: args }) => {
        const key = namesOf(server, name).find((item) => isOwn(evalCase.mocks, item) || isOwn(configMocks, item));
        const call = { id: null, name: key ?? name, arguments: args };
        const pending = mocked.mocked(call, evalCase.mocks, where, sleep);
        return pending?.then((answer) => (answer === TIMED_OUT ? 'timeout' : answer)) ?? null;
      };
    },
    strayMock(mocks, tools) {
      const known = tools.flatMap(({ server, name }) => namesOf(server, name));
      const unknown = Object.keys(mocks).find((name) => !known.includes(name));
      if (unknown === undefined) return null;
      const names = tools.map(({ name }) => name);
      const near = nearestName(unknown, known);
      const hint =
        near !== null
          ? `did you mean ${untrustedLine(near)}?`
          : `the tools of the MCP servers are ${untrustedLine(listed(names, 20))}`;
      return `mocks.${unknown}: there is no tool ${unknown} to mock; ${names.length === 0 ? 'the MCP servers have no tools' : hint}`;
    },
    notes: () => mocked.notes(),
    close: () => mocked.close(),
  };
}

/** A mock names a tool as its server does, or, where two servers have one of that name, with the server before it. */
function namesOf(server: string, tool: string): readonly string[] {
  return [`mcp__${server}__${tool}`, tool];
}

function isOwn(mocks: ToolMocks, name: string): boolean {
  return Object.hasOwn(mocks, name);
}
