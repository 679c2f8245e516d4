import * as z from 'zod';
import { issuesText } from '#common/issues-text.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { misreported } from '#trials/messages/read-usage.ts';

const MAX_ITEMS = 10_000;

/** Values come from JSON.parse, so all of them are JSON. */
const json = z.custom<Json>(() => true);
const object = z.custom<JsonObject>(isJsonObject, { error: 'expected an object' });
const objects = z.array(object).max(MAX_ITEMS);
const steps = z.int().nonnegative();
const usage = object.superRefine((value, context) => {
  for (const { name, problem } of misreported(value)) {
    context.addIssue({ code: 'custom', path: [name], message: problem, input: value[name] });
  }
});

/** Longest name of a tool, in UTF-16 units: the limit of a results file. */
export const MAX_TOOL_NAME = 512;
const toolName = z
  .string()
  .min(1)
  .max(MAX_TOOL_NAME, { error: `expected the name of a tool, at most ${MAX_TOOL_NAME} characters` });

const toolCall = z.looseObject({
  name: toolName.optional(),
  tool: toolName.optional(),
  function: z.looseObject({ name: toolName, arguments: json.optional() }).optional(),
  arguments: json.optional(),
  args: json.optional(),
  status: z.enum(['ok', 'success', 'completed', 'error', 'failed', 'pending']).nullish(),
  result: json.optional(),
  step: z.int().positive().nullish(),
  duration_ms: z.number().nonnegative().nullish(),
});

const planStep = z.looseObject({
  name: toolName.optional(),
  tool: toolName.optional(),
  arguments: json.optional(),
  args: json.optional(),
});
const planSteps = z.array(planStep).max(MAX_ITEMS);

/** The fields of a `result` line of agent protocol 1. Unknown fields are ignored. */
export const resultFieldsSchema = z.looseObject({
  output: json.optional(),
  session: json.optional(),
  tool_calls: z.array(toolCall).max(MAX_ITEMS).nullish(),
  usage: usage.nullish(),
  messages: objects.nullish(),
  metadata: object.nullish(),
  plan: z.union([planSteps, z.looseObject({ steps: planSteps })]).nullish(),
  state: json.optional(),
  retrieved: z
    .array(z.union([z.string(), z.number(), z.looseObject({ id: z.union([z.string(), z.number()]) })]))
    .max(MAX_ITEMS)
    .nullish(),
  steps: steps.nullish(),
});

/** The fields of a `result` line. */
export type ResultFields = z.infer<typeof resultFieldsSchema>;
/** One entry of its `tool_calls`. */
export type ToolCallFields = z.infer<typeof toolCall>;
/** Its `plan`, in either form. */
export type PlanFields = NonNullable<ResultFields['plan']>;

/** The issues of a failed parse as one sentence, at most three of them. */
export function describeIssues(error: z.ZodError): string {
  return issuesText(error, '(line)', 3);
}
