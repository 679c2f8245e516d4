import { redactJson } from './redact-json.ts';

/** Keys whose values this program chooses: they hold no text from outside. */
const CHOSEN: ReadonlySet<string> = new Set(['code', 'gate', 'kind', 'metric', 'mode', 'outcome', 'source', 'state']);

/** Keys whose values are free-form data, keys included: fields that an agent returns, and what a policy says on either side. */
const FREE: ReadonlySet<string> = new Set(['returns', 'base', 'head']);

/** Removes secrets from every text of facts, whose shape stays as it is. */
export function redactTexts<Value>(value: Value, redact: (text: string) => string): Value;
export function redactTexts(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item: unknown) => redactTexts(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (CHOSEN.has(key)) return [key, inner];
      return [key, FREE.has(key) ? redactJson(inner, redact) : redactTexts(inner, redact)];
    }),
  );
}
