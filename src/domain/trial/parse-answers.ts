import * as z from 'zod';
import { parseJsonText } from '#domain/json-text.ts';

/** One line of answers.jsonl: what models answered in a trial. */
const answersSchema = z.object({
  case_id: z.string().max(128),
  trial: z.int().min(1).max(10_000),
  entries: z
    .array(
      z.object({
        key: z.string().max(256),
        occurrence: z.int().min(1),
        status: z.int().min(200).max(299),
        content_type: z
          .string()
          .max(200)
          .regex(/^[\x20-\x7e]*$/),
        body: z.string(),
      }),
    )
    .max(10_000),
});

/** Reads one line of answers.jsonl, which is untrusted; `null` if it is none. */
export function parseAnswers(line: string): z.infer<typeof answersSchema> | null {
  try {
    const parsed = answersSchema.safeParse(parseJsonText(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
