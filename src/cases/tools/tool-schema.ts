import type { JsonObject } from '#common/json.ts';

/** A tool as a model sees it. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string | null;
  /** JSON Schema of the arguments: an object. */
  readonly parameters: JsonObject;
}
