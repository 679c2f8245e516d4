import * as z from 'zod';
import { expected } from '#domain/document/zod-messages.ts';

/** A program and its arguments; no shell in between. */
export const programSchema = z
  .array(z.string(), { error: expected('a list of program and arguments such as [python, agent.py]') })
  .min(1)
  .refine((command) => command[0] !== '', 'the program is an empty text; write its name first');
