import { ALWAYS, contradictions } from '#common/document/contradictions.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { modelName, temperature } from '../agents/model-shape.ts';
import { baseUrlSchema } from '../agents/url-schema.ts';
import type { UserModelConfig } from '../config.ts';

const base_url = baseUrlSchema
  .describe('Base URL of a compatible server; its host must be this machine or in the input allowed-hosts')
  .exactOptional();

const openai = strictMapping({ model: modelName, temperature: temperature(2), base_url });
const anthropic = strictMapping({ model: modelName, temperature: temperature(1), base_url });

/** `simulated_user:` of a config: the model that plays the users of cases. */
export const userModelSchema = strictMapping(
  {
    openai: openai.describe('A model behind OpenAI’s API or a compatible one').exactOptional(),
    anthropic: anthropic.describe('A model behind Anthropic’s API').exactOptional(),
  },
  {
    persona: 'belongs to a case, under its own `simulated_user`; this key names the model that plays it',
    goal: 'belongs to a case, under its own `simulated_user`; this key names the model that plays it',
  },
)
  .superRefine(
    contradictions((mapping) => {
      if ('openai' in mapping && 'anthropic' in mapping) return [['anthropic', 'one model plays the user; keep one']];
      if ('openai' in mapping || 'anthropic' in mapping) return [];
      return [[null, 'names no model; write `openai: {model: …}` or `anthropic: {model: …}`']];
    }),
    ALWAYS,
  )
  .transform((settings): UserModelConfig => {
    const provider = settings.openai === undefined ? 'anthropic' : 'openai';
    const model = settings.openai ?? settings.anthropic;
    return {
      provider,
      model: model?.model ?? '',
      temperature: model?.temperature ?? null,
      base_url: model?.base_url ?? null,
    };
  })
  .meta({ oneOf: [{ required: ['openai'] }, { required: ['anthropic'] }] });
