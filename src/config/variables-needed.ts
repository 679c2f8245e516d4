import { isModelAgent } from './capture.ts';
import type { Config } from './config.ts';

/** Variables that a run needs: those that the config names, and the keys of models that it asks by itself. */
export function variablesNeeded({ agent, judge, simulated_user: user }: Config): readonly string[] {
  const callers = [...(isModelAgent(agent) ? [{ provider: agent.kind, base_url: agent.base_url }] : []), judge, user];
  const keys = callers.flatMap((model) =>
    model === null || model.base_url !== null ? [] : [`${model.provider.toUpperCase()}_API_KEY`],
  );
  return [...new Set([...agent.needs, ...keys])];
}
