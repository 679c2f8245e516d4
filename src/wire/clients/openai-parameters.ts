import type { JsonObject } from '#common/json.ts';

/**
 * The schema of a tool's arguments as OpenAI accepts it: it refuses an object without `properties`, even for a tool without
 * arguments.
 */
export function openAiParameters(parameters: JsonObject): { readonly [key: string]: unknown } {
  return 'properties' in parameters ? parameters : { ...parameters, properties: {} };
}
