import type { JsonObject } from '#common/json.ts';
import { jsonDifferences } from '#common/json-differences.ts';
import type { PolicyChange } from '#gate/decision/facts/rule-facts.ts';
import type { Config } from './config.ts';

export type { PolicyChange } from '#gate/decision/facts/rule-facts.ts';

/** The parts of a config that decide: the gate, the numbers of trials, the limits of a trial, the judge, and what labels may do. */
export type PolicyParts = Pick<
  Config,
  'gate' | 'gate_document' | 'trials' | 'again' | 'limits' | 'judge' | 'explain' | 'label_rules'
>;

/** The config with another one's policy. Agent and expectations stay; a first judge is the config's own. */
export function withPolicyOf(config: Config, parts: PolicyParts): Config {
  const { gate, gate_document, trials, again, limits, judge, explain, label_rules } = parts;
  return { ...config, gate, gate_document, trials, again, limits, judge: judge ?? config.judge, explain, label_rules };
}

/** Every key in which two policies differ, defaults filled in, sorted. */
export function policyChanges(base: PolicyParts, head: PolicyParts): readonly PolicyChange[] {
  return differences(policyOf(base), policyOf(head));
}

/** Prices enter the gate on cost but are no part of the policy: they belong to the models that a change uses. */
export function priceChanges(base: Pick<Config, 'prices'>, head: Pick<Config, 'prices'>): readonly PolicyChange[] {
  return differences(asObject({ prices: base.prices }), asObject({ prices: head.prices }));
}

/** Without what was measured of the judge: that is read from another file, at the commit whose policy applies. */
function policyOf({
  gate: { judge: _, ...gate },
  trials,
  again,
  limits,
  judge,
  explain,
  label_rules,
}: PolicyParts): JsonObject {
  const { trial_timeout_ms, ...counts } = limits;
  const { skip_drafts, ...labels } = label_rules;
  const { quarantine = [], behaviour, ...rules } = gate;
  const never_fail = [...gate.never_fail].sort();
  return asObject({
    gate: { ...rules, never_fail },
    pull_request_labels: labels,
    ...(skip_drafts && { drafts: 'skip' }),
    ...(quarantine.length > 0 && { quarantine }),
    ...(behaviour && { behaviour }),
    ...(explain !== null && { explain }),
    trials: trials === null ? 'by suite size' : trials.min === trials.max ? trials.min : trials,
    ...(again !== null && { again }),
    limits: { ...counts, trial_timeout: `${trial_timeout_ms} ms` },
    judge,
  });
}

/** A key that is not there is the same as `null`. */
function differences(before: JsonObject, after: JsonObject): readonly PolicyChange[] {
  return jsonDifferences(before, after, 'objects')
    .map(({ place: key, left: base = null, right: head = null }) => ({ key, base, head }))
    .filter(({ base, head }) => base !== head)
    .toSorted((left, right) => (left.key < right.key ? -1 : 1));
}

/** Interfaces of plain data are JSON, which their types don't express. */
function asObject(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
