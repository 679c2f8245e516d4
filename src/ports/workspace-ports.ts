import type { TrialPlan } from '#trials/trial/plan.ts';
import type { WorkspaceFacts } from '#trials/trial/workspace-facts.ts';

/** Makes copies of the workspaces of cases. Never throws. */
export interface Workspaces {
  /** A copy for one attempt at a trial, or why there is none, a sentence. */
  open(plan: TrialPlan, signal: AbortSignal): Promise<WorkspaceCopy | { readonly problem: string }>;
  /** A trial has been judged: its copy is removed, or kept if it did not pass and copies are kept. */
  judged(caseId: string, index: number, passed: boolean): Promise<void>;
  /** Removes every other copy. */
  close(): Promise<void>;
}

/** The copy of a workspace that one attempt works in. */
export interface WorkspaceCopy {
  /** Absolute. */
  readonly path: string;
  /**
   * What is there now, and what the commands of the case find.
   *
   * @param answered `false`: no command is run
   */
  look(answered: boolean, signal: AbortSignal): Promise<WorkspaceFacts | { readonly problem: string }>;
  /** It is no longer needed, unless copies are kept. */
  release(): Promise<void>;
}
