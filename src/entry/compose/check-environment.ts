import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment, type Environment } from '#adapters/process/child-environment.ts';
import type { PolicyFromBase } from '#application/base-side/policy-from-base.ts';
import type { AgentConfig } from '#domain/config/config.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { Surroundings } from './agent-environment.ts';

/** Where custom checks run; `close` takes away what was made for it. */
export interface CheckEnvironment {
  readonly environment: Environment;
  close(): Promise<void>;
}

/**
 * The environment of custom checks: that of the agent, but what decides which programs and modules are loaded is main's where a change has
 * another. Compiled files of Python are looked for in a folder of this run alone, never beside their sources.
 */
export async function checkEnvironment(
  { environment: ours, pass_env: passEnv }: Surroundings,
  { config: { agent } }: Pick<LoadedSuite, 'config'>,
  policy: PolicyFromBase | null,
): Promise<CheckEnvironment> {
  const main = policy?.origin.kind === 'base' ? policy.origin.base.agent : agent;
  const env = withLoadersOf(envOf(agent), envOf(main));
  const child = childEnvironment(ours, { env, passEnv, platform: process.platform });
  if (child.kind === 'refused') throw new Error(child.problems.join('; '));
  const compiled = await mkdtemp(join(ours['RUNNER_TEMP'] ?? tmpdir(), 'agent-eval-compiled-'));
  return {
    environment: { ...child.environment, PYTHONPYCACHEPREFIX: compiled },
    close: () => rm(compiled, { recursive: true, force: true }),
  };
}

function withLoadersOf(own: Environment, main: Environment): Environment {
  const kept = Object.entries(own).filter(([name]) => !LOADERS.test(name));
  const loaders = Object.entries(main).filter(([name]) => LOADERS.test(name));
  return Object.fromEntries([...kept, ...loaders]);
}

function envOf(agent: AgentConfig): Environment {
  return 'env' in agent ? agent.env : {};
}

/** Variables by which a program finds other programs, libraries and modules, or is told to load some. */
const LOADERS =
  /^(?:PATH|PATHEXT|HOME|LD_.*|DYLD_.*|PYTHON.*|VIRTUAL_ENV|NODE_.*|npm_config_.*|TSX_.*|BASH_ENV|ENV|ZDOTDIR|PERL5.*|RUBY.*|GEM_.*|BUNDLE_.*|JAVA_TOOL_OPTIONS|DENO_.*|BUN_.*)$/i;
