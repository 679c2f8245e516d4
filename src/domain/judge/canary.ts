import { hashJson } from '#domain/hash-json.ts';
import { type Subject, subjectOf } from '#domain/label.ts';

/** Verdicts of the judge on labelled answers, by {@link canaryKey}: the same answers are graded in every run of main. */
export type Canary = { readonly [answer: string]: 'met' | 'not_met' };

/** Labelled answers that are graded in a run, at most. */
export const MOST_CANARIES = 30;

/** Names a criterion of a labelled trajectory. It orders them by chance, and always alike. */
export function canaryKey(label: Subject): string {
  return hashJson(subjectOf(label));
}
