import * as z from 'zod';
import { visitSchemas } from '#cases/matching/visit-schemas.ts';
import { foundValue } from '#common/document/found-value.ts';
import { jsonMapping } from '#common/document/json-mapping.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import { expected, type RawIssue, zodMessage } from '#common/document/zod-messages.ts';
import { type JsonObject, valueAt } from '#common/json.ts';

const text = z.string();
const count = z.int().min(0);
const OBJECT = 'object: the arguments of a tool are a mapping';
const texts = z.array(text, { error: expected('a list of texts') });

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;
const type = z.enum(TYPES, { error: typeMessage });

/** A schema at any depth: a mapping of keywords, `true` or `false`. Unknown keywords are ignored, as JSON Schema requires. */
const anySchema: z.ZodType = z.lazy(() =>
  z.union([z.boolean(), z.looseObject(keywords)], { error: expected('a JSON Schema: a mapping, true or false') }),
);
const schemas = z.array(anySchema, { error: expected('a list of JSON Schemas') }).min(1);
const schemaOrList: z.ZodType = z.lazy(() =>
  z.union([z.boolean(), z.looseObject(keywords), schemas], { error: expected('a JSON Schema, or a list of them') }),
);
const schemasByName = z.record(text, anySchema, { error: expected('a mapping of JSON Schemas by name') });

/** Keywords whose value is one schema. */
const OF_ONE_SCHEMA = [
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'contains'],
  ...['not', 'if', 'then', 'else'],
] as const;

const keywords = {
  ...Object.fromEntries(OF_ONE_SCHEMA.map((name) => [name, anySchema.exactOptional()])),
  type: z.union([type, z.array(type).min(1)], { error: typeMessage }).exactOptional(),
  properties: schemasByName.exactOptional(),
  patternProperties: schemasByName.exactOptional(),
  dependentSchemas: schemasByName.exactOptional(),
  $defs: schemasByName.exactOptional(),
  definitions: schemasByName.exactOptional(),
  required: texts
    .refine((names) => new Set(names).size === names.length, 'names one property twice; keep one')
    .exactOptional(),
  items: schemaOrList.exactOptional(),
  prefixItems: schemas.exactOptional(),
  allOf: schemas.exactOptional(),
  anyOf: schemas.exactOptional(),
  oneOf: schemas.exactOptional(),
  enum: z
    .array(z.unknown(), { error: expected('a list of values') })
    .min(1)
    .exactOptional(),
  pattern: text.refine(isPattern, 'not a regular expression in the syntax of JavaScript').exactOptional(),
  format: text.exactOptional(),
  title: text.exactOptional(),
  description: text.exactOptional(),
  $ref: text.exactOptional(),
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  exclusiveMinimum: z.number().exactOptional(),
  exclusiveMaximum: z.number().exactOptional(),
  multipleOf: z.number().gt(0, 'expected a number above 0').exactOptional(),
  minLength: count.exactOptional(),
  maxLength: count.exactOptional(),
  minItems: count.exactOptional(),
  maxItems: count.exactOptional(),
  minProperties: count.exactOptional(),
  maxProperties: count.exactOptional(),
  uniqueItems: z.boolean().exactOptional(),
  minContains: count.exactOptional(),
  maxContains: count.exactOptional(),
};

const objectSchema = z.looseObject({ ...keywords, type: z.literal('object', { error: expected(OBJECT) }) });

/** The arguments of a tool: a JSON Schema of type `object`, valid at every depth, passed on unchanged. */
export const parametersSchema = jsonMapping('a JSON Schema of type object').superRefine((schema, context) => {
  const { error } = objectSchema.safeParse(schema, { error: zodMessage, reportInput: true });
  for (const issue of error?.issues ?? []) context.addIssue({ ...issue });
  for (const { path, message } of danglingReferences(schema)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});

function typeMessage({ input }: RawIssue): string {
  const near = typeof input === 'string' ? nearestName(input, TYPES) : null;
  const hint = near === null ? '' : `; did you mean ${near}?`;
  return `expected one of ${TYPES.join(', ')}, found ${foundValue(input)}${hint}`;
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

/** References of a JSON Schema that lead nowhere, or outside, where no provider can follow. */
function danglingReferences(root: JsonObject): readonly { readonly path: DocumentPath; readonly message: string }[] {
  const problems: { path: DocumentPath; message: string }[] = [];
  visitSchemas(root, ({ $ref }, path) => {
    if (typeof $ref !== 'string' || leadsSomewhere(root, $ref)) return;
    const message = $ref.startsWith('#')
      ? 'points at nothing in this schema; define it, or write the schema out here'
      : "points outside this schema, where a provider can't follow it; define it under $defs and write #/$defs/NAME";
    problems.push({ path: [...path, '$ref'], message });
  });
  return problems;
}

function leadsSomewhere(root: JsonObject, reference: string): boolean {
  if (reference === '#') return true;
  if (!reference.startsWith('#/')) return false;
  const keys = reference.slice(2).split('/');
  const path = keys.map((part) => decode(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  return valueAt(root, path) !== undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
