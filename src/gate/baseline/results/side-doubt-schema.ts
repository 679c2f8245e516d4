import * as z from 'zod';
import type { SideDoubt } from './side-doubt.ts';

/** More than these are not stored: one is as good as many. */
export const MOST_DOUBTS = 100;

const MOST_CASES = 20_000;

const text = z.string().max(10_000);

/** What a stored doubt looks like. */
export const sideDoubtSchema: z.ZodType<SideDoubt> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checks_edited'), cases: z.array(z.string().max(128)).max(MOST_CASES) }),
  z.object({ kind: z.literal('setup_edited') }),
  z.object({ kind: z.literal('environment_edited') }),
  z.object({ kind: z.literal('program_left'), program: text }),
  z.object({ kind: z.literal('machine_changed'), what: text }),
  z.object({ kind: z.literal('programs_unseen') }),
  z.object({ kind: z.literal('file_written'), path: text }),
]);
