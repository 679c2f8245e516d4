import type { LabelRules } from '#domain/config/config.ts';

/** Labels of a pull request that this action knows. */
export const LABELS = { start: 'eval', full: 'eval: full', skip: 'eval: skip' } as const;

/** What a pull request's labels say, by the rules of its base. */
export interface LabelReading {
  /** Why nothing is evaluated, a sentence; `null`: it is. */
  readonly withheld: string | null;
  /** A person allowed that beforehand, so an open verdict does not block. */
  readonly is_allowed: boolean;
  /** Sentences for the reader. */
  readonly notes: readonly string[];
}

/**
 * Whether labels leave a pull request unevaluated.
 *
 * @param labels of the pull request
 * @param rules of the base commit: a change must not allow itself to be skipped; `null`: unknown
 * @param wanted somebody started this run by hand
 */
export function readLabels(labels: readonly string[], rules: LabelRules | null, wanted: boolean): LabelReading {
  const has = (label: string) => labels.includes(label);
  const notes =
    has(LABELS.skip) && rules?.skip !== true
      ? [`The label "${LABELS.skip}" has no effect: main's config does not allow it (labels: {skip: true}).`]
      : [];
  if (wanted) return { withheld: null, is_allowed: false, notes: [] };
  if (has(LABELS.skip) && rules?.skip === true)
    return {
      withheld: `not evaluated: the label "${LABELS.skip}" asks for that, and main's config allows it`,
      is_allowed: true,
      notes,
    };
  if (rules?.start === true && !has(LABELS.start) && !has(LABELS.full))
    return {
      withheld: `not evaluated: main's config waits for a label; add "${LABELS.start}" to evaluate this change`,
      is_allowed: false,
      notes,
    };
  return { withheld: null, is_allowed: false, notes };
}
