import * as z from 'zod';
import { toolMocksSchema } from '#cases/tools/mocks-schema.ts';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { jsonMapping } from '#common/document/json-mapping.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected, expectedText } from '#common/document/zod-messages.ts';
import { isJsonObject } from '#common/json.ts';
import type { Turn } from '../case.ts';
import type { SimulatedUserSpec } from '../simulated-user.ts';
import { CASE_CAPS, isNestedWithin } from './case-caps.ts';
import { globsSchema } from './coverage-schema.ts';
import { expectationsSchema } from './expectations-schema.ts';
import { NOT_YET } from './not-yet.ts';
import { tagsSchema } from './tag-schema.ts';
import { trialCountSchema } from './trial-count-schema.ts';
import { variantSpecsSchema } from './variants-schema.ts';
import { WORKSPACE_KEYS, workspaceSchema } from './workspace-schema.ts';

const DEFAULT_TURNS = 8;

const MOST_TURNS = 100;

const text = z.string().min(1);

const shape = {
  persona: text.describe('Who the user is and how they speak'),
  goal: text.describe('What the user wants; the conversation ends when it is reached'),
  max_turns: z
    .int()
    .min(1)
    .max(MOST_TURNS)
    .describe(`User turns at most, an opening included; default ${DEFAULT_TURNS}`)
    .exactOptional(),
  stop: z
    .array(text, { error: expected('a list of texts such as ["goodbye"]') })
    .min(1)
    .describe('The conversation also ends when an answer of the agent contains one of these texts')
    .exactOptional(),
};

const refused = {
  openai: 'the model belongs in the config, under `simulated_user`; this key describes the user that it plays',
  anthropic: 'the model belongs in the config, under `simulated_user`; this key describes the user that it plays',
};

/** `simulated_user:` of the defaults: any part of a case's. */
const simulatedUserDefaultsSchema = strictMapping(
  { ...shape, persona: shape.persona.exactOptional(), goal: shape.goal.exactOptional() },
  refused,
);

/** `simulated_user:` of a case. */
const simulatedUserSchema = strictMapping(shape, refused, 'a mapping with persona and goal').transform(
  (user): SimulatedUserSpec => ({
    persona: user.persona,
    goal: user.goal,
    max_turns: user.max_turns ?? DEFAULT_TURNS,
    stop: user.stop ?? [],
  }),
);

const ID_WORDS = 'an id of 1–128 letters, digits and . _ / -';

/** The form of an id that is written. */
export const ID_PATTERN = /^[A-Za-z0-9._/-]{1,128}$/;

/** The same text with `-` for what an id may not have; empty if that is no id either. */
function idMend(input: unknown): string {
  const id = String(input)
    .trim()
    .replaceAll(/[^A-Za-z0-9._/-]+/g, '-');
  return ID_PATTERN.test(id) && id !== '-' ? `; write ${id}` : '';
}

const inputText = z.string({ error: expectedText('the text of the user') });

const messageSchema = strictMapping({
  role: z.enum(['user', 'assistant', 'system', 'tool']).describe('Who said it'),
  content: z.string().describe('What was said'),
});

const turnSchema = strictMapping({
  input: inputText.describe('What the user says'),
  expect: expectationsSchema
    .superRefine(contradictions(ofWholeTrials), ALWAYS)
    .describe('Requirements for the answer to this turn')
    .exactOptional(),
}).transform(
  ({ input, expect }): Turn => ({
    input,
    expect: expect === undefined || Object.keys(expect).length === 0 ? null : expect,
  }),
);

/** Keys that a case and the defaults of a config share. */
const sharedShape = {
  metadata: jsonMapping()
    .refine((value) => isNestedWithin(value, CASE_CAPS.nesting), {
      error: `nested more than ${CASE_CAPS.nesting} levels deep; write it flatter, or hand it to the agent as \`context\``,
    })
    .describe('Free-form; copied to the results')
    .exactOptional(),
  tags: tagsSchema.exactOptional(),
  context: jsonMapping().describe('Initial state handed to the agent').exactOptional(),
  history: z.array(messageSchema).describe('Turns that already happened').exactOptional(),
  mocks: toolMocksSchema
    .describe(
      'What the tools of a built-in agent or of MCP servers answer in this case; a mock here replaces the config’s mock of the same tool',
    )
    .exactOptional(),
  workspace: workspaceSchema
    .describe('Folder that the agent works in: each trial has a copy of its own')
    .exactOptional(),
  trials: trialCountSchema.describe('Number of trials of this case, in place of the suite’s').exactOptional(),
  expect: expectationsSchema.describe('A trial passes only if all of it is met').exactOptional(),
};

const OWN = 'every case has its own; remove the key here';

/** `defaults:` of a config. */
export const caseDefaultsSchema = strictMapping(
  {
    ...sharedShape,
    simulated_user: simulatedUserDefaultsSchema
      .describe('How users are played, in cases with a `simulated_user` of their own')
      .exactOptional(),
  },
  {
    ...NOT_YET,
    id: OWN,
    name: OWN,
    input: OWN,
    turns: OWN,
    covers: 'written once for all cases as `covers` of the config itself; move the key there',
    variants: 'write `variants` next to `defaults`',
  },
);

/** `bites:` of a case, or of all cases of a file. */
export const bitesSchema = z.literal(false, { error: expected('false; remove the key where the case is to bite') });

/** One case as users write it; parsed as a {@link Case} without its source. */
export const caseSchema = strictMapping(
  {
    id: z
      .string({ error: expectedText(ID_WORDS) })
      .regex(ID_PATTERN, { error: (issue) => `${expected(ID_WORDS)(issue)}${idMend(issue.input)}` })
      .describe('Stable and unique in the suite'),
    name: z.string().min(1).max(CASE_CAPS.name).describe('Shown wherever the case is shown').exactOptional(),
    input: inputText.describe('What the user says; may be empty').exactOptional(),
    turns: z
      .array(turnSchema)
      .min(1)
      .describe('User turns played in sequence, the agent answering after each')
      .exactOptional(),
    variants: z
      .union([z.literal(false).transform(() => []), variantSpecsSchema], {
        error: expected('a list such as [typos, casing], or false'),
      })
      .describe('How this case is varied, in place of the config’s `variants`; false: not at all')
      .exactOptional(),
    simulated_user: simulatedUserSchema
      .describe('A user played by a model until the goal is reached; `input` opens the conversation')
      .exactOptional(),
    covers: globsSchema
      .describe('Files that this case depends on, in addition to those that the config names for it')
      .exactOptional(),
    bites: bitesSchema.describe('false: it only guards, and an agent that does nothing may pass').exactOptional(),
    ...sharedShape,
  },
  NOT_YET,
)
  .superRefine(contradictions(caseContradictions), ALWAYS)
  .transform((entry) => ({
    id: entry.id,
    name: entry.name ?? null,
    tags: entry.tags ?? [],
    metadata: entry.metadata ?? {},
    context: entry.context ?? {},
    history: entry.history ?? [],
    turns: entry.turns ?? (entry.input === undefined ? [] : [{ input: entry.input, expect: null }]),
    simulated_user: entry.simulated_user ?? null,
    mocks: entry.mocks ?? {},
    ...(entry.workspace && { workspace: entry.workspace }),
    expect: entry.expect ?? {},
    trials: entry.trials ?? null,
    ...(entry.covers !== undefined && { covers: entry.covers }),
    ...(entry.bites === false && { bites: entry.bites }),
    ...(entry.variants === undefined ? {} : { variants: entry.variants }),
  }))
  .meta({
    oneOf: [
      { required: ['input'], not: { required: ['turns'] } },
      { required: ['turns'], not: { anyOf: [{ required: ['input'] }, { required: ['simulated_user'] }] } },
      { required: ['simulated_user'], not: { anyOf: [{ required: ['input'] }, { required: ['turns'] }] } },
    ],
  });

/** A file of cases in our own format. */
export const caseDocumentSchema = strictMapping({
  $schema: z.string().describe('Where editors find the schema of this file').exactOptional(),
  cases: z.array(caseSchema).min(1).describe('The cases'),
});

function ofWholeTrials(expect: UncheckedMapping): readonly Contradiction[] {
  return WORKSPACE_KEYS.filter((key) => key in expect).map((key) => [
    key,
    'the workspace is checked after the conversation; move it to the `expect` of the case',
  ]);
}

function caseContradictions(mapping: UncheckedMapping): readonly Contradiction[] {
  const has = (key: string) => key in mapping;
  const { expect } = mapping;
  const hasWorkspace = (mapping['workspace'] ?? false) !== false;
  const [needs] = hasWorkspace || !isJsonObject(expect) ? [] : WORKSPACE_KEYS.filter((key) => key in expect);
  if (needs !== undefined)
    return [['expect', `\`${needs}\` looks into a workspace, and the case has none; write \`workspace: fixtures/…\``]];
  if (has('turns') && has('simulated_user'))
    return [['simulated_user', "can't be combined with `turns`; keep written turns or a simulated user"]];
  if (has('input') && has('turns'))
    return [['turns', "can't be combined with `input`; keep `input` for a single turn or `turns` for several"]];
  if (has('input') && isJsonObject(mapping['simulated_user']) && mapping['simulated_user']['max_turns'] === 1)
    return [
      ['simulated_user', '`input` is the only turn of `max_turns: 1`, so the user never speaks; allow more turns'],
    ];
  if (has('input') || has('turns') || has('simulated_user')) return [];
  return [[null, 'gives the agent nothing to answer; write `input` (it may be empty), `turns` or `simulated_user`']];
}
