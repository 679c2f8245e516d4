import { randomUUID } from 'node:crypto';
import type { Limits, ModuleAgentConfig } from '#config/config.ts';
import { createModuleAgent, type ModuleAgentOptions } from '#runner/agents/module-agent.ts';
import { fixture, LIMITS, processesWith, type TestAgent } from '../support.ts';

export interface ModuleTestOptions extends Partial<ModuleAgentConfig> {
  readonly limits?: Partial<Limits>;
  readonly options?: Partial<ModuleAgentOptions>;
}

/** A module agent over a fixture, or over a file of an absolute path. */
export function moduleAgent(file: string, given: ModuleTestOptions = {}): TestAgent {
  const { limits, options, ...config } = given;
  const mark = randomUUID();
  const agent = createModuleAgent(
    {
      kind: 'module',
      file,
      export: 'default',
      isolate: false,
      record: null,
      mcp: null,
      setup: [],
      env: {},
      needs: [],
      ...config,
    },
    { ...LIMITS, ...limits },
    {
      cwd: fixture('.'),
      path: file.startsWith('/') ? file : fixture(file),
      recorder: null,
      gateway: null,
      user: null,
      ...options,
      environment: { PATH: process.env['PATH'] ?? '', AGENT_TEST: mark, ...options?.environment },
    },
  );
  return { ...agent, survivors: () => processesWith(`AGENT_TEST=${mark}`), [Symbol.asyncDispose]: () => agent.close() };
}
