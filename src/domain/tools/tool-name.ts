import * as z from 'zod';
import { expected } from '#domain/document/zod-messages.ts';

const WORDS = 'the name of a tool: 1–64 letters, digits, _ and -';

/** A tool name that every provider accepts. */
export const toolNameSchema = z
  .string({ error: expected(WORDS) })
  .regex(/^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/, { error: expected(WORDS) });
