import * as z from 'zod';
import { toolMocksSchema } from '#cases/tools/mocks-schema.ts';
import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import { type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { jsonMapping } from '#common/document/json-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { JsonObject } from '#common/json.ts';
import type { OpenAiAgentConfig } from '../model-agent-config.ts';
import { baseUrlSchema } from './url-schema.ts';

/** The name of a model. */
export const modelName = z
  .string({ error: expected('the name of a model') })
  .min(1)
  .describe('Name of the model, as the provider calls it');

/** What the built-in agents have in common, as written. */
export const modelShape = {
  model: modelName,
  prompt: workspacePathSchema.describe('File with the system prompt').exactOptional(),
  tools: workspacePathSchema.describe('File (YAML or JSON) with the schemas of the tools').exactOptional(),
  mocks: toolMocksSchema
    .describe('What each tool answers: a value, a table by arguments, a module, a fault')
    .exactOptional(),
  top_p: z.number().min(0).max(1).describe('Nucleus sampling, 0 to 1').exactOptional(),
  max_output_tokens: z.int().min(1).describe('Most tokens of one answer').exactOptional(),
  base_url: baseUrlSchema
    .describe('Base URL of a compatible server; its host must be this machine or in the input allowed-hosts')
    .exactOptional(),
};

/** Sampling temperature, from 0 to the provider's maximum. */
export function temperature(most: 1 | 2) {
  return z.number().min(0).max(most).describe(`Sampling temperature, 0 to ${most}`).exactOptional();
}

/**
 * `extra:`, unchanged fields of the request's body.
 *
 * @param ours fields that have their own key, or that our loop sets, with what to do instead
 */
export function extraSchema(ours: Readonly<Record<string, string>>) {
  return jsonMapping('a mapping of fields of the request')
    .superRefine((fields, context) => {
      for (const [field, message] of Object.entries(ours)) {
        if (Object.hasOwn(fields, field)) context.addIssue({ code: 'custom', path: [field], message, input: fields });
      }
    })
    .describe('Further fields of the request body, sent as they are')
    .exactOptional();
}

/** Words for {@link extraSchema}: fields with a key of their own. */
export function hasItsKey(...names: readonly string[]): Readonly<Record<string, string>> {
  return hasOtherKey(Object.fromEntries(names.map((name) => [name, name])));
}

/** Words for {@link extraSchema}: fields that have a key of another name. */
export function hasOtherKey(keys: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(keys).map(([field, key]) => [field, `has a key of its own; write \`${key}\` next to \`extra\``]),
  );
}

/** Words for {@link extraSchema}: fields that the conversation decides. */
export function isDecided(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, 'is decided by the conversation; remove the key']));
}

/** Keys about tools although there are none. */
export function toollessKeys(model: UncheckedMapping, keys: readonly string[]): readonly Contradiction[] {
  if ('tools' in model) return [];
  return keys
    .filter((key) => key in model)
    .map((key) => [key, 'has no effect without `tools`; name the file of the tool schemas or remove this key']);
}

/** A refinement for models that have no tools: mocks of some are a mistake. */
export const WITHOUT_TOOLS = contradictions((model) => toollessKeys(model, ['mocks']));

/** What the built-in agents have in common as kinds of agents. */
export const BUILT_IN = {
  takes: ['needs'],
  otherwise: 'on a built-in agent, which is not a program; remove the key',
  contradictions: () => [],
} as const;

interface WrittenModel {
  readonly model: string;
  readonly prompt?: string;
  readonly tools?: string;
  readonly mocks?: ToolMocks;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly max_output_tokens?: number;
  readonly base_url?: string;
  readonly extra?: JsonObject;
}

/** The same with defaults filled in. */
export function modelSettings(
  settings: WrittenModel,
  needs: readonly string[] | undefined,
): Omit<OpenAiAgentConfig, 'key' | 'kind' | 'api' | 'seed' | 'parallel_tool_calls'> {
  return {
    model: settings.model,
    prompt: settings.prompt ?? null,
    tools: settings.tools ?? null,
    mocks: settings.mocks ?? {},
    temperature: settings.temperature ?? null,
    top_p: settings.top_p ?? null,
    max_output_tokens: settings.max_output_tokens ?? null,
    base_url: settings.base_url ?? null,
    extra: settings.extra ?? {},
    needs: needs ?? [],
  };
}
