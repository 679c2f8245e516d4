import * as z from 'zod';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import { keysOf } from '#common/keyed.ts';
import { modelName, temperature } from '../agents/model-shape.ts';
import { baseUrlSchema } from '../agents/url-schema.ts';
import type { JudgeConfig, JudgeModelConfig } from '../config.ts';
import { OLLAMA_URL } from '../model-agent-config.ts';

const base_url = baseUrlSchema
  .describe('Base URL of a compatible server; its host must be this machine or in the input allowed-hosts')
  .exactOptional();

const openai = strictMapping({
  model: modelName,
  api: z
    .enum(['chat', 'responses'])
    .describe('chat (default): Chat Completions, which compatible servers know; responses: the Responses API')
    .exactOptional(),
  temperature: temperature(2),
  base_url,
});
const anthropic = strictMapping(
  { model: modelName, temperature: temperature(1), base_url },
  { api: 'there is one API; remove the key' },
);

const models = {
  openai: openai.describe('A model behind OpenAI’s API or a compatible one').exactOptional(),
  ollama: openai
    .describe('The same with a model that Ollama serves; `base_url` is by default that of OLLAMA_HOST, or this machine')
    .exactOptional(),
  anthropic: anthropic.describe('A model behind Anthropic’s API').exactOptional(),
};

const PROVIDERS = keysOf(models);

interface WrittenModels {
  readonly openai?: z.output<typeof openai>;
  readonly ollama?: z.output<typeof openai>;
  readonly anthropic?: z.output<typeof anthropic>;
}

const auditSchema = strictMapping(models)
  .superRefine(contradictions(oneModel), ALWAYS)
  .transform(modelOf)
  .meta({ oneOf: PROVIDERS.map((key) => ({ required: [key] })) });

/** `judge:` of a config: the model that decides the criteria of cases. */
export const judgeSchema = strictMapping(
  {
    ...models,
    votes: z
      .int()
      .min(1)
      .max(9)
      .refine((votes) => votes % 2 === 1, 'an even number of votes can be tied; write an odd number such as 3')
      .describe('How many votes decide a criterion that the first vote does not find met; odd, default 3')
      .exactOptional(),
    calls: z
      .enum(['per_criterion', 'together'])
      .describe('per_criterion (default): one call for each criterion; together: one call for all that see the same')
      .exactOptional(),
    calibration: workspacePathSchema
      .describe('File with the judge’s measured error; default judge-calibration.json')
      .exactOptional(),
    uncalibrated: z
      .enum(['allow', 'inconclusive'], { error: expected('allow or inconclusive') })
      .describe('Whether a change can pass although the error of its judge is unknown; default inconclusive')
      .exactOptional(),
    audit: auditSchema
      .describe(
        'A second, better model; it judges some trials of a change again when a judged case decides the verdict',
      )
      .exactOptional(),
  },
  {
    ask: 'belongs to a case, under `expect: {judge: [{id: …, ask: …}]}`; this key names the model that decides',
    criteria: 'belong to a case, under `expect: {judge: [{id: …, ask: …}]}`; this key names the model that decides',
    min_score: 'a judge answers yes or no and gives no score; remove the key',
  },
)
  .superRefine(contradictions(oneModel), ALWAYS)
  .transform(
    (judge): JudgeConfig => ({
      ...modelOf(judge),
      votes: judge.votes ?? 3,
      calls: judge.calls ?? 'per_criterion',
      calibration: judge.calibration ?? 'judge-calibration.json',
      uncalibrated: judge.uncalibrated ?? 'inconclusive',
      audit: judge.audit ?? null,
    }),
  )
  .meta({ oneOf: PROVIDERS.map((key) => ({ required: [key] })) });

function oneModel(mapping: UncheckedMapping): readonly Contradiction[] {
  const [first, ...others] = PROVIDERS.filter((key) => key in mapping);
  if (first === undefined) return [[null, 'names no model; write `openai: {model: …}` or `anthropic: {model: …}`']];
  return others.map((key) => [key, 'one model judges; keep one']);
}

function modelOf({ openai: hosted, ollama: own, anthropic: claude }: WrittenModels): JudgeModelConfig {
  const compatible = hosted ?? own;
  const model = compatible ?? claude;
  return {
    provider: compatible === undefined ? 'anthropic' : 'openai',
    api: compatible?.api ?? 'chat',
    model: model?.model ?? '',
    temperature: model?.temperature ?? null,
    base_url: model?.base_url ?? (own === undefined ? null : OLLAMA_URL),
  };
}
