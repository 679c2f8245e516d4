import * as z from 'zod';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { SimulatedUserSpec } from '../simulated-user.ts';

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
export const simulatedUserDefaultsSchema = strictMapping(
  { ...shape, persona: shape.persona.exactOptional(), goal: shape.goal.exactOptional() },
  refused,
);

/** `simulated_user:` of a case. */
export const simulatedUserSchema = strictMapping(shape, refused, 'a mapping with persona and goal').transform(
  (user): SimulatedUserSpec => ({
    persona: user.persona,
    goal: user.goal,
    max_turns: user.max_turns ?? DEFAULT_TURNS,
    stop: user.stop ?? [],
  }),
);
