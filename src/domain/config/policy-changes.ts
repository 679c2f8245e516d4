import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import type { Config } from './config.ts';

/** A key of the policy that a change rewrites. `null`: that side does not set it. */
export interface PolicyChange {
  /** As written in the config, `gate.pass_rate.max_drop`. */
  readonly key: string;
  readonly base: Json;
  readonly head: Json;
}

/** The parts of a config that decide: the gate, the number of trials, and the limits of a trial. */
export type PolicyParts = Pick<Config, 'gate' | 'gate_written' | 'trials' | 'reuse' | 'limits'>;

/** The config with another one's policy. Agent and expectations stay. */
export function withPolicyOf(config: Config, { gate, gate_written, trials, reuse, limits }: PolicyParts): Config {
  return { ...config, gate, gate_written, trials, reuse, limits };
}

/** Every key in which two policies differ, defaults filled in, sorted. */
export function policyChanges(base: PolicyParts, head: PolicyParts): readonly PolicyChange[] {
  return differences('', policyOf(base), policyOf(head)).toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** Prices enter the gate on cost but are no part of the policy: they belong to the models that a change uses. */
export function priceChanges(base: Pick<Config, 'prices'>, head: Pick<Config, 'prices'>): readonly PolicyChange[] {
  return differences('', asObject({ prices: base.prices }), asObject({ prices: head.prices }));
}

function policyOf({ gate, trials, reuse, limits }: PolicyParts): JsonObject {
  const { trial_timeout_ms, ...counts } = limits;
  const never_fail = [...gate.never_fail].sort();
  return asObject({
    gate: { ...gate, never_fail },
    trials: trials === null ? 'by suite size' : trials.min === trials.max ? trials.min : trials,
    'trials.reuse': reuse,
    limits: { ...counts, trial_timeout: `${trial_timeout_ms} ms` },
  });
}

function differences(key: string, base: Json, head: Json): readonly PolicyChange[] {
  if (!isJsonObject(base) || !isJsonObject(head))
    return canonicalJson(base) === canonicalJson(head) ? [] : [{ key, base, head }];
  const keys = [...new Set([...Object.keys(base), ...Object.keys(head)])];
  return keys.flatMap((name) => {
    const inside = key === '' ? name : `${key}.${name}`;
    return differences(inside, own(base, name), own(head, name));
  });
}

function own(mapping: JsonObject, key: string): Json {
  return Object.hasOwn(mapping, key) ? (mapping[key] ?? null) : null;
}

/** Interfaces of plain data are JSON, which their types don't express. */
function asObject(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
