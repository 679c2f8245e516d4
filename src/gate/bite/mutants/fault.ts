import type { Json } from '#common/json.ts';
import type { Trial } from '#trials/trial/trial.ts';

/** Kinds of faults, in the order of reports. */
export const GROUPS = ['whole agent', 'answer', 'guards', 'calls', 'arguments', 'facts'] as const;

/** Keys of objects and places of lists, from the outside in. */
export type Path = readonly (string | number)[];

type Plain = 'silent' | 'echo' | 'other_case' | 'refusal' | 'empty_answer' | 'echoed_answer' | 'other_answer';
type Named = { readonly name: string };
type OtherLeaf = { readonly path: Path; readonly value: Json; readonly instead: Json };

/** What is known of each kind of fault. Texts are of agents and cases: untrusted. */
export interface FaultFacts extends Record<Plain | 'no_calls' | 'state_before', object> {
  number: { readonly value: string; readonly instead: string };
  phrase: { readonly phrase: string };
  forbidden_call: Named & { readonly glob: string };
  needless_call: Named;
  too_many_calls: { readonly most: number };
  left_out: Named;
  renamed: Named & { readonly instead: string };
  swapped: { readonly first: string; readonly second: string };
  argument: Named & OtherLeaf;
  field: OtherLeaf;
  not_retrieved: { readonly ids: readonly string[] };
  plan_step: Named;
}

/** The one thing that is wrong in a mutant. */
export type Fault<Kind extends keyof FaultFacts = keyof FaultFacts> = {
  readonly [K in Kind]: { readonly kind: K } & FaultFacts[K];
}[Kind];

/** A passing trial with one fault. */
export interface Mutant {
  readonly group: (typeof GROUPS)[number];
  readonly fault: Fault;
  /** The same fault in several forms. */
  readonly forms: readonly Trial[];
}

/** A mutant in one form, or in several. */
export function mutant(group: Mutant['group'], fault: Fault, ...forms: readonly Trial[]): Mutant {
  return { group, fault, forms };
}
