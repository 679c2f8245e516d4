import { isModelAgent } from '#config/capture.ts';
import type { Config } from '#config/config.ts';
import type { ModelAccess, ModelAccessRequest } from './model-access.ts';
import { openModels } from './open-models.ts';

/** Opens the access to models, if a run needs any. */
export async function openModelAccess(
  request: ModelAccessRequest,
): Promise<{ readonly access: ModelAccess } | { readonly problem: string }> {
  const { config, environment, judges } = request;
  if ((judges === true && config.judge !== null) || asksModels(config)) return openModels(request);
  const missing_keys = config.agent.needs.filter((name) => !environment[name]);
  return { access: { ...NO_MODELS, missing_keys } };
}

function asksModels({ agent, simulated_user: user, embedding }: Config): boolean {
  const recorded = 'record' in agent && agent.record !== null;
  return recorded || isModelAgent(agent) || user !== null || embedding !== null;
}

const NO_MODELS = {
  gateway: null,
  rounds: () => [],
  called: async () => [],
  recorder: null,
  user: null,
  embedding: null,
  judge: null,
  auditor: null,
  judge_missing: [],
  replayed_without: [],
  replayable_trials: null,
  close: async () => {},
} as const;
