/** A file that the agent changed. */
export interface FileChange {
  /** From the workspace, with `/`. */
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  /** Lines; `null` for files that are no text, or too large to compare. */
  readonly added: number | null;
  readonly removed: number | null;
}

/** A file as the agent left it. */
export interface FoundFile {
  readonly path: string;
  /** `null`: nobody asked for it, or it is no text, a link, or too large. */
  readonly text: string | null;
}

/** What a command printed and how it ended. Output is limited in size. */
export interface CommandFacts {
  /** Hash of the command with everything that decides what it finds, see `commandKey`. */
  readonly key: string;
  /** `null` if it did not exit: it was not started, took too long, or was ended by a signal. */
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly duration_ms: number;
  /** Why it has no exit code: `judge` if that is no fault of the agent. */
  readonly ended: null | { readonly fault: 'agent' | 'judge'; readonly why: string };
}

/**
 * What the agent left in its copy of a case's workspace, and what the case's commands found there. Kept with the trajectory, so that files,
 * commands and diff can be judged again when the copy is gone. All of it is untrusted text.
 */
export interface WorkspaceFacts {
  /** By path; only the first of very many. */
  readonly changes: readonly FileChange[];
  /** How many files changed in all. */
  readonly changed: number;
  /** In unified format, limited in size. */
  readonly patch: string;
  /** The globs that were looked for. */
  readonly globs: readonly string[];
  /** Files that match one of them, by path; only the first of very many. */
  readonly files: readonly FoundFile[];
  /** More files matched than `files` has. */
  readonly more_files: boolean;
  /** In the order of the case; empty if the agent did not answer. */
  readonly commands: readonly CommandFacts[];
}
