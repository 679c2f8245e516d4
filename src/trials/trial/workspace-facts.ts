import * as z from 'zod';
import type { DeepReadonly } from '#common/deep-readonly.ts';

const text = z.string();
const lines = z.number().min(0).nullable();

const changeSchema = z.object({
  /** From the workspace, with `/`. */
  path: text,
  change: z.enum(['added', 'modified', 'deleted']),
  /** Lines; `null` for files that are no text, or too large to compare. */
  added: lines,
  removed: lines,
});

const fileSchema = z.object({
  path: text,
  /** `null`: nobody asked for it, or it is no text, a link, or too large. */
  text: text.nullable(),
});

const commandSchema = z.object({
  /** Hash of the command with everything that decides what it finds, see `commandKey`. */
  key: text,
  /** `null` if it did not exit: it was not started, took too long, or was ended by a signal. */
  exit: z.int().nullable(),
  stdout: text,
  stderr: text,
  duration_ms: z.number().min(0),
  /** Why it has no exit code: `judge` if that is no fault of the agent. */
  ended: z.object({ fault: z.enum(['agent', 'judge']), why: text }).nullable(),
});

/** What is stored of a workspace with the trajectory. */
export const workspaceFactsSchema = z.object({
  /** By path; only the first of very many. */
  changes: z.array(changeSchema),
  /** How many files changed in all. */
  changed: z.int().min(0),
  /** In unified format, limited in size. */
  patch: text,
  /** The globs that were looked for. */
  globs: z.array(text),
  /** Files that match one of them, by path; only the first of very many. */
  files: z.array(fileSchema),
  /** More files matched than `files` has. */
  more_files: z.boolean(),
  /** In the order of the case; empty if the agent did not answer. */
  commands: z.array(commandSchema),
});

/** A file that the agent changed. */
export type FileChange = Readonly<z.infer<typeof changeSchema>>;

/** A file as the agent left it. */
export type FoundFile = Readonly<z.infer<typeof fileSchema>>;

/** What a command printed and how it ended. Output is limited in size. */
export type CommandFacts = DeepReadonly<z.infer<typeof commandSchema>>;

/**
 * What the agent left in its copy of a case's workspace, and what the case's commands found there. Kept with the trajectory, so that files,
 * commands and diff can be judged again when the copy is gone. All of it is untrusted text.
 */
export type WorkspaceFacts = DeepReadonly<z.infer<typeof workspaceFactsSchema>>;
