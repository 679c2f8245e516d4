/** A way in which the change could have reached main's fresh trials, or have decided on them. */
export type SideDoubt =
  /** The change edits the checks of these cases: its own would judge main. */
  | { readonly kind: 'checks_edited'; readonly cases: readonly string[] }
  /** The change edits what prepares the machine for its agent. */
  | { readonly kind: 'setup_edited' }
  /** The change edits the variables of its agent. */
  | { readonly kind: 'environment_edited' }
  /** A program of the change that still runs; a sentence part that names it. */
  | { readonly kind: 'program_left'; readonly program: string }
  /** A program or a settings file that main's side starts with; a sentence part that names it. */
  | { readonly kind: 'machine_changed'; readonly what: string }
  /** The system can't tell which programs run. */
  | { readonly kind: 'programs_unseen' }
  /** A file of main's commit was written while its trials ran. */
  | { readonly kind: 'file_written'; readonly path: string };

/** Doubts of several kinds of evidence, each once. */
export function distinctDoubts(doubts: readonly SideDoubt[]): readonly SideDoubt[] {
  return [...new Map(doubts.map((doubt) => [JSON.stringify(doubt), doubt])).values()];
}
