import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';

/** Every combination of the variables that are lists, as promptfoo tests them; unless the test says not to. */
export function combinations(test: JsonObject): readonly JsonObject[] {
  const vars = isJsonObject(test['vars']) ? test['vars'] : {};
  const options = test['options'];
  if (isJsonObject(options) && options['disableVarExpansion'] === true) return [filledIn(vars)];
  const all = Object.entries(vars).reduce<readonly JsonObject[]>(
    (some, [key, value]) => {
      const values: readonly Json[] = Array.isArray(value) && typeof value[0] === 'string' ? value : [value];
      return some.flatMap((one) => values.map((item) => ({ ...one, [key]: item })));
    },
    [{}],
  );
  return all.map(filledIn);
}

/** Variables in the texts of variables, filled in one a round and as deep as promptfoo does it. */
function filledIn(vars: JsonObject): JsonObject {
  const filled: Record<string, Json> = { ...vars };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [key, value] of Object.entries(filled)) {
      const [place, name = ''] = (typeof value === 'string' && NAMED.exec(value)) || [];
      const other = Object.hasOwn(filled, name) ? filled[name] : undefined;
      if (typeof value !== 'string' || place === undefined || other === undefined) continue;
      filled[key] = value.replace(place, () => (typeof other === 'string' ? other : jsonText(other)));
    }
  }
  return filled;
}

const ROUNDS = 5;
const NAMED = /\{\{\s*(\w+)\s*\}\}/;
