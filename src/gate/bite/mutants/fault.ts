import { cutEnd } from '#common/cut.ts';
import type { Json } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
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

const LONGEST = 60;

type Words = { readonly [Kind in keyof FaultFacts]: (fault: Fault<Kind>) => string };

const FAULTS: Words = {
  silent: () => 'an agent that says nothing',
  echo: () => 'an agent that repeats the question',
  other_case: () => 'the trials of other cases',
  refusal: () => 'an agent that refuses',
  empty_answer: () => 'an empty answer',
  echoed_answer: () => 'the question as answer',
  other_answer: () => "another case's answer",
  number: ({ value, instead }) => `${instead} in the answer for ${value}`,
  phrase: ({ phrase }) => `the forbidden phrase ${show(phrase)}`,
  forbidden_call: ({ name, glob }) => `a call of ${name}, which ${glob} forbids`,
  needless_call: ({ name }) => `a call of ${name} where none is made`,
  too_many_calls: ({ most }) => `more than ${most} calls`,
  no_calls: () => 'no call at all',
  left_out: ({ name }) => `no ${name}`,
  renamed: ({ name, instead }) => `${instead} for ${name}`,
  swapped: ({ first, second }) => `${second} before ${first}`,
  argument: ({ name, path, value, instead }) => `${name}(${path.join('.')}: ${show(instead)}) for ${show(value)}`,
  field: ({ path, value, instead }) => `metadata ${path.join('.')}: ${show(instead)} for ${show(value)}`,
  state_before: () => 'the state as it was before',
  not_retrieved: () => 'nothing retrieved',
  plan_step: ({ name }) => `a plan without ${name}`,
};

const OF_THIS_CASE = () => 'a phrase, a call or a field of this case alone';
const RIGHT_ANSWER = () => 'response: {contains: […]}, with what only the right answer says';

/** Without the faults of a demand that is written already. */
const LINES: Partial<Words> = {
  silent: OF_THIS_CASE,
  echo: OF_THIS_CASE,
  other_case: OF_THIS_CASE,
  refusal: OF_THIS_CASE,
  empty_answer: RIGHT_ANSWER,
  echoed_answer: RIGHT_ANSWER,
  other_answer: RIGHT_ANSWER,
  number: ({ value }) => `response: {contains: [${jsonText(value)}]}`,
  needless_call: () => 'no_tools: true',
  no_calls: () => 'tools: […], with the calls that have to be made',
  left_out: ({ name }) => `tools: [${written(name)}]`,
  renamed: ({ name }) => `tools: [${written(name)}]`,
  swapped: ({ first, second }) => `before: [[${written(first)}, ${written(second)}]]`,
  argument: ({ path, value }) => `args: ${nested(path, value)}`,
  field: ({ path, value }) => `metadata: ${nested(path, value)}`,
  state_before: () => 'state: {…}, with what has to have changed',
  not_retrieved: ({ ids }) => `retrieved: {ids: [${ids.map(written).join(', ')}], k: ${ids.length}}`,
  plan_step: ({ name }) => `plan: [${written(name)}]`,
};

/** A fault in words: `issue_refund(amount: -19.99) for 19.99`. May contain untrusted text. */
export function faultWords<Kind extends keyof FaultFacts>(fault: Fault<Kind>): string {
  return FAULTS[fault.kind](fault);
}

/** The line to write so that the fault is noticed; `null`: the fault concerns a demand that is written already. */
export function lineToWrite<Kind extends keyof FaultFacts>(fault: Fault<Kind>): string | null {
  return LINES[fault.kind]?.(fault) ?? null;
}

function show(value: Json): string {
  return cutEnd(jsonText(value), LONGEST);
}

/** `{address: {street: "Main Street"}}`; in a list, the whole place is named by a matcher. */
function nested([key, ...rest]: Path, value: Json): string {
  if (key === undefined) return jsonText(value);
  return typeof key === 'number' ? '[…]' : `{${written(key)}: ${nested(rest, value)}}`;
}

/** A text as YAML reads it back: plain if nothing else could be meant. */
function written(text: string): string {
  return PLAIN.test(text) ? text : jsonText(text);
}

const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z_][\w-]*$/i;
