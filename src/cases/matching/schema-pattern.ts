import { RE2JS } from 're2js';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { findRegex, regexProblem } from './texts/regex.ts';
import { visitSchemas } from './visit-schemas.ts';

/** Whether a `pattern` of a JSON Schema matches in a text: RE2, in linear time; JavaScript escapes (`\u0041`) are supported. */
export function findSchemaPattern(pattern: string, text: string): boolean {
  return findRegex(RE2JS.translateRegExp(pattern), text);
}

/** The parts of a JSON Schema that can't be judged in linear time, each with its place below the schema. */
export function schemaPatternProblems(
  schema: JsonObject,
): readonly { readonly path: readonly string[]; readonly message: string }[] {
  const problems: { path: readonly string[]; message: string }[] = [];
  visitSchemas(schema, ({ pattern, patternProperties, format }, path) => {
    const check = (source: string, where: readonly string[]): void => {
      const message = regexProblem(RE2JS.translateRegExp(source));
      if (message !== null) problems.push({ path: where, message });
    };
    if (typeof pattern === 'string') check(pattern, [...path, 'pattern']);
    if (isJsonObject(patternProperties))
      for (const source of Object.keys(patternProperties)) check(source, [...path, 'patternProperties', source]);
    if (format === 'url')
      problems.push({ path: [...path, 'format'], message: 'url is not a format of JSON Schema; write uri' });
  });
  return problems;
}
