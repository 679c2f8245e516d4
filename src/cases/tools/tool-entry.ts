import * as z from 'zod';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { parametersSchema } from './parameters-schema.ts';
import type { ToolSchema } from './tool-schema.ts';

const NAME_WORDS = 'the name of a tool: 1–64 letters, digits, _ and -';

/** A tool name that every provider accepts. */
const toolNameSchema = z
  .string({ error: expected(NAME_WORDS) })
  .regex(/^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/, { error: expected(NAME_WORDS) });

/** One format of a tool: its keys, and the places of its parts. */
export interface ToolShape {
  readonly schema: z.ZodType<ToolSchema>;
  /** Keys of the format that are not sent to the model. */
  readonly unsent: readonly string[];
}

/** The format of an entry in a tool file; ours by default. */
export function toolShapeOf(entry: Json): ToolShape {
  if (!isJsonObject(entry)) return OURS;
  if ('function' in entry) return OPENAI_CHAT;
  if ('input_schema' in entry) return ANTHROPIC;
  if ('inputSchema' in entry) return MCP;
  return OURS;
}

const description = z.string().describe('What the tool is for, as the model reads it').nullable().exactOptional();
const parameters = parametersSchema.describe('JSON Schema of the arguments');
const anything = z.unknown().exactOptional();

const functionType = z
  .literal('function', {
    error: expected("function; tools that a provider runs itself can't be mocked and are not supported"),
  })
  .exactOptional();

/** `{name, description, parameters}`: ours, and OpenAI's Responses with its `type` and `strict`. */
const OURS: ToolShape = {
  unsent: ['strict'],
  schema: strictMapping(
    { type: functionType, name: toolNameSchema, description, parameters: parameters.exactOptional(), strict: anything },
    {},
    'a tool: {name, description, parameters}',
  ).transform((tool) => toolOf(tool.name, tool.description, tool.parameters)),
};

/** `{type: function, function: {name, description, parameters}}`. */
const OPENAI_CHAT: ToolShape = {
  unsent: ['function.strict'],
  schema: strictMapping({
    type: functionType,
    function: strictMapping({
      name: toolNameSchema,
      description,
      parameters: parameters.exactOptional(),
      strict: anything,
    }),
  }).transform(({ function: tool }) => toolOf(tool.name, tool.description, tool.parameters)),
};

/** `{name, description, input_schema}`. */
const ANTHROPIC: ToolShape = {
  unsent: ['strict', 'cache_control', 'input_examples', 'eager_input_streaming', 'defer_loading', 'allowed_callers'],
  schema: strictMapping({
    type: z
      .literal('custom', { error: expected("custom; tools that a provider runs itself can't be mocked") })
      .nullable()
      .exactOptional(),
    name: toolNameSchema,
    description,
    input_schema: parameters,
    strict: anything,
    cache_control: anything,
    input_examples: anything,
    eager_input_streaming: anything,
    defer_loading: anything,
    allowed_callers: anything,
  }).transform((tool) => toolOf(tool.name, tool.description, tool.input_schema)),
};

/** `{name, title, description, inputSchema, …}`, as a server of the Model Context Protocol lists its tools. */
const MCP: ToolShape = {
  unsent: [],
  schema: strictMapping({
    name: toolNameSchema,
    title: anything,
    description,
    inputSchema: parameters,
    outputSchema: anything,
    annotations: anything,
    execution: anything,
    icons: anything,
    _meta: anything,
  }).transform((tool) => toolOf(tool.name, tool.description, tool.inputSchema)),
};

function toolOf(
  name: string,
  about: string | null | undefined,
  schema: ToolSchema['parameters'] | undefined,
): ToolSchema {
  return { name, description: about ?? null, parameters: schema ?? { type: 'object', properties: {} } };
}
