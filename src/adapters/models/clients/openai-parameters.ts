import type { JsonObject } from '#domain/json.ts';

/** The schema of a tool's arguments as OpenAI takes it: an object without `properties` is refused there, also where it takes none. */
export function openAiParameters(parameters: JsonObject): { readonly [key: string]: unknown } {
  return 'properties' in parameters ? parameters : { ...parameters, properties: {} };
}
