import { type Judgement, unjudged } from '../terms/judgement.ts';

/** The trial has no workspace, though its case does: an earlier version ran it, or nobody could look. */
export const NO_WORKSPACE: Judgement = unjudged('no_workspace', { kind: 'no_workspace' });
