import { type Judgement, unjudged } from '../judgement.ts';

/** The trial has no workspace, though its case does: an earlier version ran it, or nobody could look. */
export const NO_WORKSPACE: Judgement = unjudged(
  'no_workspace',
  'what the agent left in its workspace is not stored with this trial',
);
