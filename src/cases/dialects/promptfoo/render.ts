import { isJsonObject, type Json, type JsonObject, valueAt } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';

/** A value with `{{name}}` and `{{name.part}}` filled in in every text; what else templates can do is a problem. */
export function fill(value: Json, vars: JsonObject, refuse: (message: string) => void): Json {
  if (typeof value === 'string') return fillTemplate(value, vars, refuse, 0);
  if (Array.isArray(value)) return value.map((item: Json) => fill(item, vars, refuse));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, vars, refuse)]));
}

function fillTemplate(template: string, vars: JsonObject, refuse: (message: string) => void, depth: number): string {
  if (/\{[%#]/.test(template)) refuse('a template with `{% … %}` or `{# … #}`; write the text out');
  return template.replace(/\{\{-?([\s\S]*?)-?\}\}/g, (_, inside: string) => {
    const path = inside.trim();
    const value = /^[\w$-]+(?:\.[\w$-]+)*$/.test(path) ? valueAt(vars, path.split('.')) : undefined;
    if (value === undefined || depth > DEEPEST) {
      refuse(`\`{{${path}}}\` names no variable of this test; write the value into one`);
      return '';
    }
    // A variable may name others.
    return typeof value === 'string' ? fillTemplate(value, vars, refuse, depth + 1) : jsonText(value);
  });
}

const DEEPEST = 5;
