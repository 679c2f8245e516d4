import * as z from 'zod';
import { caseDefaultsSchema } from '#cases/suite/schemas/case-schema.ts';
import { coversSchema, globsSchema } from '#cases/suite/schemas/coverage-schema.ts';
import { trialRangeSchema } from '#cases/suite/schemas/trial-count-schema.ts';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { durationSchema } from '#common/document/duration.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import { EXAMPLE_MODELS } from '#common/example-models.ts';
import { isJsonObject } from '#common/json.ts';
import type { FigureFloor } from '#gate/decision/terms/policy.ts';
import { explainSchema } from '#gate/lines/explain-rules.ts';
import { pricesSchema } from '#trials/prices/prices-schema.ts';
import { middleTrials } from '#trials/trial/trial-range.ts';
import { modelName } from '../agents/model-shape.ts';
import { besideSuite, suiteSchema } from '../agents/suite.ts';
import { baseUrlSchema } from '../agents/url-schema.ts';
import type { EmbeddingModelConfig } from '../config.ts';
import { quarantineSchema } from '../gate/accepts-schema.ts';
import { policySchema } from '../gate/policy-schema.ts';
import { figureFloor, hasKeys } from '../gate/rule-schemas.ts';
import { agentSchema } from './agent-schema.ts';
import { casesEntrySchema } from './cases-entry-schema.ts';
import { judgeSchema } from './judge-schema.ts';
import { REMOVED_KEYS } from './removed-keys.ts';
import { replaySchema } from './replay-schema.ts';
import { userModelSchema } from './user-model-schema.ts';
import { variantsSchema } from './variants-schema.ts';

const openai = strictMapping(
  {
    model: modelName,
    dimensions: z
      .int()
      .min(1)
      .max(100_000)
      .describe('Length of the embeddings, where the model offers several')
      .exactOptional(),
    base_url: baseUrlSchema
      .describe('Base URL of a compatible server; its host must be this machine or in the input allowed-hosts')
      .exactOptional(),
  },
  {},
  `a mapping such as {model: ${EXAMPLE_MODELS.embedding.id}}`,
);

/** `embedding:` of a config: the model by which `similar: {embedding: …}` measures. */
const embeddingModelSchema = strictMapping(
  { openai: openai.describe('A model behind OpenAI’s API or a compatible one') },
  { anthropic: 'Anthropic offers no embeddings; write `openai`, with the `base_url` of any compatible server' },
  `a mapping such as {openai: {model: ${EXAMPLE_MODELS.embedding.id}}}`,
).transform(
  ({ openai: { model, dimensions, base_url } }): EmbeddingModelConfig => ({
    model,
    dimensions: dimensions ?? null,
    base_url: base_url ?? null,
  }),
);

const limitsSchema = strictMapping({
  trial_timeout: durationSchema.describe('Longest wall time of a trial; default 60s').exactOptional(),
  max_steps: z.int().min(1).describe('Most model calls of a turn').exactOptional(),
  max_tool_calls: z.int().min(1).describe('Most tool calls of a trial').exactOptional(),
  round_timeout: durationSchema.describe('Longest wall time of a round of `suite`; default 30m').exactOptional(),
});

/** It also names a folder. A whole number would be sorted before the others. */
const agentName = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9._-]{0,63}$/,
    'a name begins with a letter, followed by at most 63 letters, digits, `.`, `_` or `-`',
  );

const comparedCalls = z.enum(['report', 'fail']);

const behaviourSchema = z
  .union(
    [
      comparedCalls.transform((calls): { readonly calls: typeof calls; readonly consistency?: FigureFloor } => ({
        calls,
      })),
      strictMapping({
        calls: comparedCalls.describe('What `behaviour: report` and `behaviour: fail` say').exactOptional(),
        consistency: figureFloor
          .describe('Floor of the share of trials that call the same tools as most trials of their case')
          .exactOptional(),
      }).refine(hasKeys, 'has no effect; write calls, consistency or both, or remove the key'),
    ],
    { error: expected('report, fail, or a mapping such as {consistency: {min: 0.8}}') },
  )
  .describe(
    'Compare what trials call with what they call on main: report tells it, fail also makes it red; a case may then have only an input',
  );

const configShape = {
  $schema: z.string().describe('Where editors find the schema of this file').exactOptional(),
  version: z
    .literal(1, { error: expected('`version: 1`, the version of this format') })
    .describe('Version of this format'),
  agent: agentSchema.describe('The agent under test: exactly one kind').exactOptional(),
  agents: z
    .record(agentName, agentSchema.meta({ oneOf: undefined }), { error: expected('a mapping from names to agents') })
    .refine(
      (named) => Object.keys(named).length > 0,
      'names no agent; write at least one, such as {mine: {command: [./agent]}}',
    )
    .describe(
      'Several agents by name, to compare them; with `agent`, each has the keys in which it differs from that one',
    )
    .exactOptional(),
  default_agent: z
    .string()
    .describe('The name of the agent that every run without `--agents` judges; default: the first of `agents`')
    .exactOptional(),
  suite: suiteSchema
    .describe(
      'The eval runner that a team already has, instead of `agent` and `cases`: it runs rounds, and its results are read',
    )
    .exactOptional(),
  cases: z
    .array(casesEntrySchema, { error: expected('a list of paths or globs such as [evals/*.yml]') })
    .min(1)
    .describe('Case files: paths or globs, from the folder of this file')
    .exactOptional(),
  covers: coversSchema
    .describe(
      'Files that the cases depend on. A change runs the cases that cover a file it edits; it runs every case if it edits a file that neither `covers` nor `ignores` names',
    )
    .exactOptional(),
  ignores: globsSchema.describe('Files that no case depends on, such as [docs/**]').exactOptional(),
  trials: trialRangeSchema(REMOVED_KEYS.trials)
    .describe(
      'How often every case is run: a number, or {min, max}; default: {min: 3, max: 10}, more in a suite under 20 cases',
    )
    .exactOptional(),
  concurrency: z.int().min(1).max(256).describe('How many trials run at the same time; default 8').exactOptional(),
  defaults: caseDefaultsSchema
    .describe('Defaults of every case: keys of a case, merged value by value')
    .exactOptional(),
  limits: limitsSchema.describe('Ceilings that fail a trial').exactOptional(),
  prices: pricesSchema.describe('US dollars per million tokens, by model').exactOptional(),
  replay: replaySchema
    .describe('Whether stored model answers are used; replayed trials are no evidence')
    .exactOptional(),
  simulated_user: userModelSchema.describe('The model that plays the users of cases').exactOptional(),
  variants: variantsSchema
    .describe('How cases are varied to test robustness: a list of kinds, or {kinds, model, file}')
    .exactOptional(),
  embedding: embeddingModelSchema.describe('The model by which `similar: {embedding: …}` measures').exactOptional(),
  usage: strictMapping({
    estimate: z
      .literal('chars/4')
      .describe('Estimate tokens that the agent does not report from the length of the messages'),
  })
    .describe('How tokens are counted')
    .exactOptional(),
  judge: judgeSchema.describe('The model that decides the criteria of cases').exactOptional(),
  gate: policySchema.describe('When the check fails').exactOptional(),
  quarantine: quarantineSchema.exactOptional(),
  explain: explainSchema
    .describe('Search which lines of a change broke a case, after the verdict: lines, or {lines: {max_trials: 60}}')
    .exactOptional(),
  behaviour: behaviourSchema.exactOptional(),
  pull_request_labels: strictMapping({
    start: z
      .boolean()
      .describe(
        'Evaluate pull requests only with the label that starts one (`eval`, or the input `label`), or its `: full`; default false',
      )
      .exactOptional(),
    skip: z
      .boolean()
      .describe('Whether the label `eval: skip` leaves a pull request unevaluated; default false')
      .exactOptional(),
  })
    .describe("What labels of a pull request may do; main's config decides")
    .exactOptional(),
  drafts: z
    .literal('skip', { error: expected('skip; leave the key out to evaluate drafts') })
    .describe(
      'skip: a draft is not evaluated until it is ready for review, if the workflow listens to ready_for_review',
    )
    .exactOptional(),
};

/** `agent-eval.yml` as users write it, without the defaults of {@link parseConfig}. */
export const configSchema = strictMapping(configShape, REMOVED_KEYS.config)
  .superRefine(contradictions(looksWithoutTest), ALWAYS)
  .superRefine(contradictions(agentProblems), ALWAYS)
  .superRefine(contradictions(besideSuite), ALWAYS)
  .meta({
    anyOf: [{ required: ['agent', 'cases'] }, { required: ['agents', 'cases'] }, { required: ['suite'] }],
  });

/** An agent, names that are folders of their own, and a default that exists. */
function agentProblems(config: UncheckedMapping): readonly Contradiction[] {
  const { agent, agents, default_agent: defaultAgent, suite, cases } = config;
  if (suite !== undefined) return [];
  const missing: readonly Contradiction[] =
    cases === undefined ? [['cases', 'missing; expected a list of paths or globs such as [evals/*.yml]']] : [];
  if (agent === undefined && agents === undefined)
    return [
      ...missing,
      [
        'agent',
        'missing; expected a mapping with the kind of the agent, such as {command: [python, agent.py]}, or `agents` with several by name',
      ],
    ];
  if (agents === undefined)
    return defaultAgent === undefined
      ? missing
      : [...missing, ['default_agent', 'has no effect without `agents`; remove the key']];
  if (!isJsonObject(agents)) return missing;
  const names = Object.keys(agents);
  const [first] = names;
  if (first === undefined) return missing;
  return [
    ...missing,
    ...sameFolders(names),
    ...(typeof defaultAgent !== 'string' || names.includes(defaultAgent)
      ? []
      : [['default_agent', `no agent has this name; the agents are ${names.join(', ')}`] as const]),
  ];
}

/** Results of each are stored in a folder with its name. */
function sameFolders(names: readonly string[]): readonly Contradiction[] {
  const known = new Map<string, string>();
  return names.flatMap((name): readonly Contradiction[] => {
    const other = known.get(name.toLowerCase());
    known.set(name.toLowerCase(), name);
    const message = `${other} and ${name} differ only in upper and lower case, so some systems give both the same folder; rename one of them`;
    return other === undefined ? [] : [['agents', message]];
  });
}

/** A plain comparison uses the trials once: several looks would only make it red more often. */
function looksWithoutTest({ trials, gate }: UncheckedMapping): readonly Contradiction[] {
  if (!isJsonObject(trials) || !isJsonObject(gate) || gate['method'] !== 'threshold') return [];
  const { min, max } = trials;
  if (typeof min !== 'number' || typeof max !== 'number' || min >= max) return [];
  const message = `\`method: threshold\` reads the trials once and can't add more while the verdict is open; write a number such as ${middleTrials({ min, max })}`;
  return [['trials', message]];
}
