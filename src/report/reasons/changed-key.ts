import { isJsonObject, type Json } from '#common/json.ts';
import type { PolicyChange } from '#gate/decision/facts/rule-facts.ts';

/** `gate.pass_rate.max_drop: 0.02 on main, 1 here`. */
export function changedKey({ key, base, head }: PolicyChange, main: string): string {
  return `${key}: ${valueWords(base)} on ${main}, ${valueWords(head)} here`;
}

function valueWords(value: Json): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(valueWords).join(', ')}]`;
  if (!isJsonObject(value)) return String(value);
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return `{${entries.map(([key, item]) => `${key}: ${valueWords(item)}`).join(', ')}}`;
}
