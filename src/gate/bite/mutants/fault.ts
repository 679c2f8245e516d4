import type { Json } from '#common/json.ts';
import type { Trial } from '#trials/trial/trial.ts';

/** Kinds of faults, in the order of reports. Advice is often legitimate, so that it counts in no score. */
export const GROUPS = ['whole agent', 'answer', 'guards', 'calls', 'arguments', 'facts', 'advice'] as const;

/** One of them. */
export type Group = (typeof GROUPS)[number];

/** An agent that does not do its work. */
export type WholeFault = 'silent' | 'echo' | 'other_case' | 'refusal';

/** The one thing that is wrong in a mutant. Texts are of agents and cases: untrusted. */
export type Fault =
  | { readonly kind: WholeFault }
  | { readonly kind: 'empty_answer' | 'echoed_answer' | 'other_answer' | 'cut_answer' }
  | { readonly kind: 'number'; readonly value: string; readonly instead: string }
  | { readonly kind: 'phrase'; readonly phrase: string }
  | { readonly kind: 'forbidden_call'; readonly name: string; readonly glob: string }
  | { readonly kind: 'needless_call'; readonly name: string }
  | { readonly kind: 'too_many_calls'; readonly most: number }
  | { readonly kind: 'no_calls' }
  | { readonly kind: 'left_out' | 'twice' | 'fails'; readonly name: string }
  | { readonly kind: 'renamed'; readonly name: string; readonly instead: string }
  | { readonly kind: 'swapped'; readonly first: string; readonly second: string }
  | {
      readonly kind: 'argument';
      readonly name: string;
      readonly path: readonly (string | number)[];
      readonly value: Json;
      /** Absent: the argument is left out. */
      readonly instead?: Json;
    }
  | {
      readonly kind: 'field';
      readonly path: readonly (string | number)[];
      readonly value: Json;
      readonly instead: Json;
    }
  | { readonly kind: 'state_before' }
  | { readonly kind: 'not_retrieved'; readonly ids: readonly string[] }
  | { readonly kind: 'plan_step'; readonly name: string };

/** A passing trial with one fault. */
export interface Mutant {
  readonly group: Group;
  readonly fault: Fault;
  /** The same fault in several forms. */
  readonly forms: readonly Trial[];
  /** How many forms must pass for the fault to be unnoticed: one, or more than half. */
  readonly unnoticed_if: 'any' | 'most';
}

/** A mutant in one form. */
export function mutant(group: Group, fault: Fault, form: Trial): Mutant {
  return { group, fault, forms: [form], unnoticed_if: 'any' };
}
