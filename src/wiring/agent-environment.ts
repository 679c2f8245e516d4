import { childEnvironment, type Environment } from '#adapters/process/child-environment.ts';
import type { LoadedSuite } from '#application/load-suite.ts';

interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Names of variables of ours that the agent may see. */
  readonly pass_env: readonly string[];
}

/**
 * The environment of an agent and of its checks, and the values in ours that must be written nowhere: those of variables
 * that were passed on by name, and of those the agent says it needs. A variable that is needed, set and not passed on is
 * a mistake of the workflow, not a missing secret.
 */
export function agentEnvironment(
  { environment: ours, pass_env: passEnv }: Surroundings,
  { config: { agent } }: LoadedSuite,
): { readonly environment: Environment; readonly secrets: readonly string[] } | { readonly problem: string } {
  const { platform } = process;
  const env = agent.kind === 'command' ? agent.env : {};
  const standing = childEnvironment(ours, { env, passEnv: [], platform });
  const child = childEnvironment(ours, { env, passEnv, platform });
  if (child.kind === 'refused') return { problem: child.problems.join('; ') };
  if (standing.kind === 'refused') return { problem: standing.problems.join('; ') };

  const { environment } = child;
  const withheld = agent.needs.filter((name) => ours[name] && environment[name] === undefined);
  if (agent.kind === 'command' && withheld.length > 0) return { problem: notPassedOn(withheld) };
  const passed = Object.keys(environment).filter((name) => standing.environment[name] === undefined);
  const secrets = [...passed, ...agent.needs].flatMap((name) => ours[name] ?? []);
  return { environment, secrets };
}

function notPassedOn(names: readonly string[]): string {
  const verb = names.length === 1 ? 'is' : 'are';
  return `agent.needs: ${names.join(', ')} ${verb} set, but not handed to the agent; name ${names.length === 1 ? 'it' : 'them'} in pass-env`;
}
