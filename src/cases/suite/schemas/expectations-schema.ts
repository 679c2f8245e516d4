import * as z from 'zod';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { durationSchema } from '#common/document/duration.ts';
import { programSchema } from '#common/document/program-schema.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { JsonObject } from '#common/json.ts';
import { keysOf } from '#common/keyed.ts';
import type { CustomExpectation, Expectations, LimitsExpectation, RetrievedExpectation } from '../expectation.ts';
import { asksForCalls } from './asks-for-calls.ts';
import { expectedValues } from './expected-values-schema.ts';
import { judgeCriteriaSchema } from './judge-criteria-schema.ts';
import { NOT_YET } from './not-yet.ts';
import { responseSchema } from './response-schema.ts';
import { planSchema, toolsSchema } from './tools-schema.ts';
import { commandsSchema, diffSchema, filesSchema } from './workspace-schema.ts';

const count = z.int().min(1);

const shape = {
  max_input_tokens: count.describe('Most input tokens, cached ones included').exactOptional(),
  max_output_tokens: count.describe('Most output tokens, reasoning included').exactOptional(),
  max_total_tokens: count.describe('Most tokens in all').exactOptional(),
  max_steps: count.describe('Most model calls').exactOptional(),
  max_latency: durationSchema.describe('Longest wall time, such as 10s').exactOptional(),
  max_cost_usd: z.number().min(0).describe('Highest cost in US dollars').exactOptional(),
};

/** `limits:` of an expectation: limits for one trial or one turn. */
const limitsSchema = strictMapping(shape)
  .superRefine(
    contradictions((limits) =>
      Object.keys(limits).length === 0
        ? [[null, `demands nothing; write at least one of ${Object.keys(shape).join(', ')}`]]
        : [],
    ),
    ALWAYS,
  )
  .transform(
    ({ max_latency, ...limits }): LimitsExpectation =>
      max_latency === undefined ? limits : { ...limits, max_latency_ms: max_latency },
  );

const text = z.string().min(1);

const retrieved = strictMapping({
  ids: z.array(text).min(1).describe('Ids of documents that would be right'),
  k: z.int().min(1).describe('How many of the first retrieved documents count'),
  min_hits: z.int().min(1).describe('How many of the ids must be among them; default 1').exactOptional(),
})
  .superRefine(contradictions(retrievedContradictions), ALWAYS)
  .transform(({ ids, k, min_hits }): RetrievedExpectation => ({ ids, k, min_hits: min_hits ?? 1 }));

const checkFiles = z
  .array(workspacePathSchema)
  .max(100)
  .describe('Files that the check depends on, as globs; default: the folder of its program, if it holds nothing else')
  .exactOptional();

const minScore = z
  .number()
  .min(0)
  .max(1)
  .describe('The least score that passes, where the check answers with a score and no `passed`; default 0.5')
  .exactOptional();

const custom = z.union(
  [
    strictMapping({
      command: programSchema.describe('Program and arguments: trial as JSON in, {passed, score, reason} out'),
      files: checkFiles,
      min_score: minScore,
    }).transform((item): CustomExpectation => ({ kind: 'command', ...item })),
    strictMapping({
      module: workspacePathSchema.describe('JavaScript module that exports the check'),
      files: checkFiles,
      min_score: minScore,
    }).transform((item): CustomExpectation => ({ kind: 'module', ...item })),
  ],
  { error: expected('{command: […]} or {module: ./check.js}') },
);

const onlyTrue = z.literal(true, { error: expected('true; remove the key where it is not demanded') });

const KINDS = {
  tools: toolsSchema.describe('Requirements for the tool calls').exactOptional(),
  response: responseSchema.describe('Requirements for the answer').exactOptional(),
  plan: planSchema.describe('Requirements for the plan that the agent returned before acting').exactOptional(),
  metadata: expectedValues()
    .refine(hasKeys, 'demands nothing; write at least one field or remove the key')
    .describe('Structured fields the agent returned; values may be matchers')
    .exactOptional(),
  state: expectedValues()
    .refine(hasKeys, 'demands nothing; write at least one field or remove the key')
    .describe('Final state the agent returned; keys are paths such as order.status, values may be matchers')
    .exactOptional(),
  retrieved: retrieved.describe('Retrieval accuracy at k').exactOptional(),
  limits: limitsSchema.describe('Ceilings for tokens, model calls, time and cost').exactOptional(),
  no_tools: onlyTrue.describe('No tool may be called').exactOptional(),
  completes: onlyTrue.describe('The agent answers: no crash, no time-out, no refusal by the provider').exactOptional(),
  files: filesSchema.describe('Files of the workspace when the agent has answered, by glob').exactOptional(),
  commands: commandsSchema
    .describe('Commands that run in the workspace when the agent has answered, such as its tests')
    .exactOptional(),
  diff: diffSchema.describe('What the agent may change in the workspace').exactOptional(),
  custom: z.array(custom).min(1).describe('Checks of your own').exactOptional(),
  judge: judgeCriteriaSchema.describe('Questions that a model answers with yes or no').exactOptional(),
} satisfies Readonly<Record<Exclude<keyof Expectations, 'reported'>, z.ZodType>>;

/** The keys of `expect`, each the name of a kind of check: all of them, or this does not compile. */
export const EXPECTATION_KEYS = keysOf(KINDS);

/** `expect:` of a case, a turn or the defaults: all of it must hold. Short forms are expanded, missing keys stay missing. */
export const expectationsSchema = strictMapping(KINDS, NOT_YET)
  .superRefine(contradictions(expectationContradictions), ALWAYS)
  .transform((expectations): Expectations => expectations);

function hasKeys(mapping: JsonObject): boolean {
  return Object.keys(mapping).length > 0;
}

function retrievedContradictions({ ids, k, min_hits: hits }: UncheckedMapping): readonly Contradiction[] {
  if (typeof hits !== 'number') return [];
  const most = Math.min(Array.isArray(ids) ? ids.length : hits, typeof k === 'number' ? k : hits);
  return hits > most
    ? [['min_hits', `no more than ${most} can be found among ${most === k ? 'the first k' : 'these ids'}; lower it`]]
    : [];
}

function expectationContradictions(expectations: UncheckedMapping): readonly Contradiction[] {
  const both = 'no_tools' in expectations && asksForCalls(expectations['tools']);
  return both ? [['no_tools', 'contradicts `tools`; keep one of them']] : [];
}
