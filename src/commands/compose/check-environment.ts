import type { AgentConfig } from '#config/config.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { childEnvironment, type Environment } from '#process/child-environment.ts';
import type { PolicyFromBase } from '#runner/base-side/policy-from-base.ts';
import type { EnvironmentSources } from './agent-environment.ts';

/**
 * The environment of custom checks: the agent's, but variables that decide which programs and modules are loaded are main's if
 * a change has others.
 */
export function checkEnvironment(
  { environment: ours, pass_env: passEnv }: EnvironmentSources,
  { config: { agent } }: Pick<LoadedSuite, 'config'>,
  policy: PolicyFromBase | null,
): Environment {
  const main = policy?.origin.kind === 'base' ? policy.origin.base.agent : agent;
  const env = withLoadersOf(envOf(agent), envOf(main));
  const child = childEnvironment(ours, { env, passEnv, platform: process.platform });
  if (child.kind === 'refused') throw new Error(child.problems.join('; '));
  return child.environment;
}

/** The environment of commands that run in workspaces: the same without what was passed on to the agent by name. */
export function commandEnvironment(
  ours: Pick<EnvironmentSources, 'environment'>,
  suite: Pick<LoadedSuite, 'config'>,
  policy: PolicyFromBase | null,
): Environment {
  return checkEnvironment({ ...ours, pass_env: [] }, suite, policy);
}

function withLoadersOf(own: Environment, main: Environment): Environment {
  const variables = Object.entries(own).filter(([name]) => !LOADERS.test(name));
  const loaders = Object.entries(main).filter(([name]) => LOADERS.test(name));
  return Object.fromEntries([...variables, ...loaders]);
}

function envOf(agent: AgentConfig): Environment {
  return 'env' in agent ? agent.env : {};
}

/** Variables with which a program finds other programs, libraries and modules, or is told to load some. */
const LOADERS =
  /^(?:PATH|PATHEXT|HOME|LD_.*|DYLD_.*|PYTHON.*|VIRTUAL_ENV|NODE_.*|npm_config_.*|TSX_.*|BASH_ENV|ENV|ZDOTDIR|PERL5.*|RUBY.*|GEM_.*|BUNDLE_.*|JAVA_TOOL_OPTIONS|DENO_.*|BUN_.*)$/i;
