import type * as z from 'zod';
import { isJsonObject } from '#common/json.ts';

/** A mapping whose values are not known to be valid. */
export type UncheckedMapping = Readonly<Record<string, unknown>>;

/** A contradiction in a mapping: the key to point at (`null`: the mapping itself) and the sentence. */
export type Contradiction = readonly [key: string | null, message: string];

/**
 * A refinement over several keys. It also runs if one of them is invalid, so that every problem is reported at once; `find`
 * therefore sees values of any type.
 */
export function contradictions(find: (mapping: UncheckedMapping) => readonly Contradiction[]) {
  return (mapping: unknown, context: z.core.$RefinementCtx): void => {
    if (!isJsonObject(mapping)) return;
    for (const [key, message] of find(mapping))
      context.addIssue({ code: 'custom', path: key === null ? [] : [key], message, input: mapping });
  };
}

/** The second argument of `superRefine` that makes it always run. */
export const ALWAYS = { when: () => true } as const;
