import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';

/** A text with its variables filled in, or why that can't be done. */
export type Rendered = { readonly text: string } | { readonly problem: string };

/** Fills `{{name}}` and `{{name.part}}` of a template; what else templates can do is a problem. */
export function render(template: string, vars: JsonObject): Rendered {
  const problems: string[] = [];
  if (/\{[%#]/.test(template)) problems.push('a template with `{% … %}` or `{# … #}`; write the text out');
  const text = template.replace(/\{\{-?([\s\S]*?)-?\}\}/g, (_, inside: string) => {
    const path = inside.trim();
    if (!/^[\w$-]+(?:\.[\w$-]+)*$/.test(path)) {
      problems.push(`\`{{${path}}}\` is more than the name of a variable; write the value into a variable`);
      return '';
    }
    const value = valueAt(vars, path.split('.'));
    if (value === undefined) problems.push(`\`{{${path}}}\` names no variable of this test`);
    return typeof value === 'string' ? value : jsonText(value ?? null);
  });
  const [problem] = problems;
  return problem === undefined ? { text } : { problem };
}

function valueAt(value: Json, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined) return value;
  if (Array.isArray(value)) return value[Number(step)] === undefined ? undefined : valueAt(value[Number(step)], rest);
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return undefined;
  return valueAt(value[step] ?? null, rest);
}
