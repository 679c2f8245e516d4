import * as z from 'zod';
import type { DeepReadonly } from '#common/deep-readonly.ts';

/** More than these are not stored: one is as good as many. */
export const MOST_DOUBTS = 100;

const MOST_CASES = 20_000;

const text = z.string().max(10_000);

/** What a stored doubt looks like. */
export const sideDoubtSchema = z.discriminatedUnion('kind', [
  /** The change edits the checks of these cases: its own would judge main. */
  z.object({ kind: z.literal('checks_edited'), cases: z.array(z.string().max(128)).max(MOST_CASES) }),
  /** The change edits what prepares the machine for its agent. */
  z.object({ kind: z.literal('setup_edited') }),
  /** The change edits the variables of its agent. */
  z.object({ kind: z.literal('environment_edited') }),
  /** A program of the change that still runs; a sentence part that names it. */
  z.object({ kind: z.literal('program_left'), program: text }),
  /** A program or a settings file that main's side starts with; a sentence part that names it. */
  z.object({ kind: z.literal('machine_changed'), what: text }),
  /** The system can't tell which programs run. */
  z.object({ kind: z.literal('programs_unseen') }),
  /** A file of main's commit was written while its trials ran. */
  z.object({ kind: z.literal('file_written'), path: text }),
]);

/** A way in which the change could have reached main's fresh trials, or have decided on them. */
export type SideDoubt = DeepReadonly<z.infer<typeof sideDoubtSchema>>;

/** Doubts of several kinds of evidence, each once. */
export function distinctDoubts(doubts: readonly SideDoubt[]): readonly SideDoubt[] {
  return [...new Map(doubts.map((doubt) => [JSON.stringify(doubt), doubt])).values()];
}
