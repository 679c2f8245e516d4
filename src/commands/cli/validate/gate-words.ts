import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { Config } from '#config/config.ts';
import { METRIC_NAMES } from '#gate/decision/terms/metrics.ts';
import type { Policy, TagPolicy } from '#gate/decision/terms/policy.ts';

/** Every rule that a policy comes to, a line each; what the config does not write is marked as a default. */
export function gateWords({
  gate,
  gate_document: document,
}: Pick<Config, 'gate' | 'gate_document'>): readonly string[] {
  const { method, confidence, case_pass_rate: floor, never_fail: guards, tags } = gate;
  return [
    `gate.method: ${method}${mark(document, 'method')}`,
    ...(method === 'threshold' ? [] : [`gate.confidence: ${confidence}${mark(document, 'confidence')}`]),
    ...scopeWords('gate', gate, document),
    ...(floor === null ? [] : [`gate.case_pass_rate: min ${floor.min}`]),
    ...Object.entries(tags).flatMap(([tag, rules]) =>
      scopeWords(`gate.tags.${tag}`, rules, objectAt(objectAt(document, 'tags'), tag)),
    ),
    ...(guards.length === 0 ? [] : [`gate.never_fail: ${guards.join(', ')}`]),
    `gate.on_inconclusive: ${gate.on_inconclusive}${mark(document, 'on_inconclusive')}`,
  ];
}

function scopeWords(path: string, rules: TagPolicy | Policy, document: JsonObject): readonly string[] {
  const tested = (['pass_rate', 'tool_recall', ...METRIC_NAMES] as const).flatMap((metric) => {
    const rule = rules[metric];
    const own = objectAt(document, metric);
    const bounds = Object.entries(rule ?? {}).flatMap(([key, value]) =>
      value === null || key === 'min_mode' ? [] : [`${key} ${value}${mark(own, key)}`],
    );
    return bounds.length === 0 ? [] : [`${path}.${metric}: ${bounds.join(', ')}`];
  });
  const bounded = Object.entries(rules.metrics ?? {}).map(
    ([figure, bound]) => `${path}.metrics.${figure}: ${'max' in bound ? `max ${bound.max}` : `min ${bound.min}`}`,
  );
  return [...tested, ...bounded];
}

function mark(document: JsonObject, key: string): string {
  return Object.hasOwn(document, key) ? '' : ' (default)';
}

function objectAt(document: JsonObject, key: string): JsonObject {
  const value: Json | undefined = Object.hasOwn(document, key) ? document[key] : undefined;
  return isJsonObject(value) ? value : {};
}
