import { hashJson } from '#domain/hash-json.ts';
import type { JsonObject } from '#domain/json.ts';
import type { Config } from './config.ts';

/** Something that must be equal, or is judged, with its hash and its text in the open. */
export interface Fingerprint {
  readonly hash: string;
  readonly values: JsonObject;
}

/** What must be equal on both sides to compare at all: the ceilings that end a trial and how tokens are counted. */
export function conditionsOf(config: Config): Fingerprint {
  return fingerprint({
    capture: config.agent.kind === 'recorded' ? 'imported' : 'agent',
    trial_timeout_ms: config.limits.trial_timeout_ms,
    max_steps: config.limits.max_steps,
    max_tool_calls: config.limits.max_tool_calls,
    usage_estimate: config.usage_estimate,
  });
}

/** What a change may alter and be judged for, as far as the config shows it. */
export function treatmentOf(config: Config): Fingerprint {
  const { agent } = config;
  return fingerprint(
    agent.kind === 'command'
      ? { kind: agent.kind, command: agent.command, mode: agent.mode, env: agent.env, setup: agent.setup }
      : { ...JSON.parse(JSON.stringify(agent)) },
  );
}

function fingerprint(values: JsonObject): Fingerprint {
  return { hash: hashJson(values), values };
}
