import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { objectOr } from '../read-json.ts';
import { Refusal } from '../refusal.ts';

/** Holds a declared function against what OpenAI accepts. `where`: its place in the body. @throws Refusal */
export function checkFunction(declared: JsonObject, where: string): void {
  const { name, parameters } = declared;
  if (typeof name !== 'string')
    throw new Refusal(400, `Missing required parameter: '${where}.name'.`, {
      code: 'missing_required_parameter',
      param: `${where}.name`,
    });
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name))
    throw new Refusal(
      400,
      `Invalid '${where}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      { code: 'invalid_value', param: `${where}.name` },
    );
  if (parameters === undefined || parameters === null) return;
  const refuse = schemaRefusal(name, `${where}.parameters`);
  if (!isJsonObject(parameters)) throw refuse(`${JSON.stringify(parameters)} is not of type 'object'.`);
  const type = parameters['type'];
  if (Object.keys(parameters).length > 0 && type !== 'object')
    throw refuse(
      `schema must be a JSON Schema of 'type: "object"', got 'type: ${type === undefined ? '"None"' : JSON.stringify(type)}'.`,
    );
  checkSchema(parameters, [], declared['strict'] === true, refuse);
}

/** OpenAI takes temperatures of 0–2. @throws Refusal */
export function checkTemperature(value: Json | undefined): void {
  if (typeof value !== 'number' || (value >= 0 && value <= 2)) return;
  const [bound, side, code] =
    value > 2 ? ['<= 2', 'above maximum', 'above_max'] : ['>= 0', 'below minimum', 'below_min'];
  throw new Refusal(
    400,
    `Invalid 'temperature': decimal ${side} value. Expected a value ${bound}, but got ${value} instead.`,
    { code: `decimal_${code}_value`, param: 'temperature' },
  );
}

type Refuse = (why: string) => Refusal;

function schemaRefusal(name: string, param: string): Refuse {
  return (why) =>
    new Refusal(400, `Invalid schema for function '${name}': ${why}`, { code: 'invalid_function_parameters', param });
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

function checkSchema(schema: JsonObject, context: readonly string[], strict: boolean, refuse: Refuse): void {
  const place = `In context=(${context.map((part) => `'${part}'`).join(', ')}), `;
  const types = [schema['type']].flat().filter((type) => type !== undefined);
  for (const type of types)
    if (typeof type !== 'string' || !TYPES.includes(type))
      throw refuse(`${place}${JSON.stringify(type)} is not valid under any of the given schemas.`);
  if (types.includes('array') && !isJsonObject(schema['items'])) throw refuse(`${place}array schema missing items.`);
  if (schema['properties'] !== undefined && !isJsonObject(schema['properties']))
    throw refuse(`${place}${JSON.stringify(schema['properties'])} is not of type 'object'.`);
  const properties = objectOr(schema['properties']);
  if (schema['required'] !== undefined && !Array.isArray(schema['required']))
    throw refuse(`${place}${JSON.stringify(schema['required'])} is not of type 'array'.`);
  if (strict && types.includes('object')) checkStrict(schema, Object.keys(properties), place, refuse);
  for (const [key, value] of Object.entries(properties)) {
    if (!isJsonObject(value)) throw refuse(`${place}${JSON.stringify(value)} is not of type 'object', 'boolean'.`);
    checkSchema(value, [...context, 'properties', key], strict, refuse);
  }
  if (isJsonObject(schema['items'])) checkSchema(schema['items'], [...context, 'items'], strict, refuse);
}

function checkStrict(schema: JsonObject, keys: readonly string[], place: string, refuse: Refuse): void {
  if (schema['additionalProperties'] !== false)
    throw refuse(`${place}'additionalProperties' is required to be supplied and to be false.`);
  const required: readonly Json[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const missing = keys.find((key) => !required.includes(key));
  if (missing !== undefined)
    throw refuse(
      `${place}'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`,
    );
}
