import type { Json } from '#common/json.ts';
import type { Trial } from '#trials/trial/trial.ts';

/** Kinds of faults, in the order of reports. Advice is often legitimate, so that it counts in no score. */
export const GROUPS = ['whole agent', 'answer', 'guards', 'calls', 'arguments', 'facts', 'advice'] as const;

/** One of them. */
export type Group = (typeof GROUPS)[number];

/** Keys of objects and places of lists, from the outside in. */
export type Path = readonly (string | number)[];

type Named = { readonly name: string };
type Leaf = { readonly path: Path; readonly value: Json };

/** What is known of each kind of fault. Texts are of agents and cases: untrusted. */
export interface FaultFacts {
  silent: object;
  echo: object;
  other_case: object;
  refusal: object;
  empty_answer: object;
  echoed_answer: object;
  other_answer: object;
  cut_answer: object;
  number: { readonly value: string; readonly instead: string };
  phrase: { readonly phrase: string };
  forbidden_call: Named & { readonly glob: string };
  needless_call: Named;
  too_many_calls: { readonly most: number };
  no_calls: object;
  left_out: Named;
  twice: Named;
  fails: Named;
  renamed: Named & { readonly instead: string };
  swapped: { readonly first: string; readonly second: string };
  /** Without `instead` the argument is left out. */
  argument: Named & Leaf & { readonly instead?: Json };
  field: Leaf & { readonly instead: Json };
  state_before: object;
  not_retrieved: { readonly ids: readonly string[] };
  plan_step: Named;
}

/** The one thing that is wrong in a mutant. */
export type Fault<Kind extends keyof FaultFacts = keyof FaultFacts> = {
  readonly [K in Kind]: { readonly kind: K } & FaultFacts[K];
}[Kind];

/** A passing trial with one fault. */
export interface Mutant {
  readonly group: Group;
  readonly fault: Fault;
  /** The same fault in several forms. */
  readonly forms: readonly Trial[];
}

/** A mutant in one form, or in several. */
export function mutant(group: Group, fault: Fault, ...forms: readonly Trial[]): Mutant {
  return { group, fault, forms };
}
