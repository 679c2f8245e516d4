import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { Config } from '#config/config.ts';
import { METRIC_NAMES } from '#gate/decision/terms/metrics.ts';
import type { Policy, TagPolicy } from '#gate/decision/terms/policy.ts';

/** Every rule that a policy comes to, a line each; what the config does not write is marked as a default. */
export function gateWords({ gate, gate_written: written }: Pick<Config, 'gate' | 'gate_written'>): readonly string[] {
  const { method, confidence, case_pass_rate: floor, never_fail: guards, tags } = gate;
  return [
    `gate.method: ${method}${mark(written, 'method')}`,
    ...(method === 'threshold' ? [] : [`gate.confidence: ${confidence}${mark(written, 'confidence')}`]),
    ...scopeWords('gate', gate, written),
    ...(floor === null ? [] : [`gate.case_pass_rate: min ${floor.min}`]),
    ...Object.entries(tags).flatMap(([tag, rules]) =>
      scopeWords(`gate.tags.${tag}`, rules, objectAt(objectAt(written, 'tags'), tag)),
    ),
    ...(guards.length === 0 ? [] : [`gate.never_fail: ${guards.join(', ')}`]),
    `gate.on_inconclusive: ${gate.on_inconclusive}${mark(written, 'on_inconclusive')}`,
  ];
}

function scopeWords(path: string, rules: TagPolicy | Policy, written: JsonObject): readonly string[] {
  const tested = (['pass_rate', 'tool_recall', ...METRIC_NAMES] as const).flatMap((metric) => {
    const rule = rules[metric];
    const own = objectAt(written, metric);
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

function mark(written: JsonObject, key: string): string {
  return Object.hasOwn(written, key) ? '' : ' (default)';
}

function objectAt(written: JsonObject, key: string): JsonObject {
  const value: Json | undefined = Object.hasOwn(written, key) ? written[key] : undefined;
  return isJsonObject(value) ? value : {};
}
