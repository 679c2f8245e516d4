import { isGlob } from '#domain/matching/glob.ts';
import { toolName } from './call-schema.ts';

/** A glob of names of tools, such as `delete_*`. */
export const toolGlob = toolName.refine((glob) => isGlob(glob, 'name'), {
  error: 'expected a glob such as delete_*; this one is broken',
});
