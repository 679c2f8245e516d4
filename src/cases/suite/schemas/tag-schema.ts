import * as z from 'zod';
import { expected, expectedText } from '#common/document/zod-messages.ts';
import { CASE_CAPS } from './case-caps.ts';

const WORDS = 'a tag of 1–128 characters on one line that does not start with "check:"';

/** A tag. The prefix `check:` is reserved for kinds of checks, which some keys accept next to tags. */
export const tagSchema = z
  .string({ error: expectedText(WORDS) })
  .regex(/^(?!check:|__proto__$)(?=.*\S)[^\p{Cc}]{1,128}$/u, { error: expected(WORDS) });

/** `tags:` of a case or of the defaults. */
export const tagsSchema = z
  .array(tagSchema, { error: expected('a list of tags such as [refund, hero]') })
  .max(CASE_CAPS.tags)
  .describe('Reported, and gateable, per tag');
