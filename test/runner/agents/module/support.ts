import type { Limits, ModuleAgentConfig } from '#config/config.ts';
import { createModuleAgent, type ModuleAgentOptions } from '#runner/agents/module-agent.ts';
import { ALONE, fixture, LIMITS, marked, PROGRAM, type TestAgent } from '../support.ts';

export interface ModuleTestOptions extends Partial<ModuleAgentConfig> {
  readonly limits?: Partial<Limits>;
  readonly options?: Partial<ModuleAgentOptions>;
}

/** A module agent over a fixture, or over a file of an absolute path. */
export function moduleAgent(file: string, settings: ModuleTestOptions = {}): TestAgent {
  const { limits, options, ...config } = settings;
  const path = file.startsWith('/') ? file : fixture(file);
  return marked((environment) =>
    createModuleAgent(
      { ...PROGRAM, kind: 'module', file, export: 'default', isolate: false, ...config },
      { ...LIMITS, ...limits },
      { ...ALONE, path, ...options, environment: { ...environment, ...options?.environment } },
    ),
  );
}
