import { cutEnd } from '#common/cut.ts';
import type { Json } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import type { Fault, FaultFacts, Path } from './fault.ts';

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
  number: ({ value }) => `response: {contains: [${show(value)}]}`,
  needless_call: () => 'no_tools: true',
  no_calls: () => 'tools: […], with the calls that have to be made',
  left_out: ({ name }) => `tools: [${name}]`,
  renamed: ({ name }) => `tools: [${name}]`,
  swapped: ({ first, second }) => `before: [[${first}, ${second}]]`,
  argument: ({ path, value }) => `args: ${nested(path, value)}`,
  field: ({ path, value }) => `metadata: ${nested(path, value)}`,
  state_before: () => 'state: {…}, with what has to have changed',
  not_retrieved: ({ ids }) => `retrieved: {ids: [${ids.join(', ')}], k: ${ids.length}}`,
  plan_step: ({ name }) => `plan: [${name}]`,
};

/** A fault in words: `issue_refund(amount: -19.99) for 19.99`. May contain untrusted text. */
export function faultWords<Kind extends keyof FaultFacts>(fault: Fault<Kind>): string {
  return FAULTS[fault.kind](fault);
}

/** The line to write so that the fault is noticed; `null`: the fault is of a demand that is written already. */
export function lineToWrite<Kind extends keyof FaultFacts>(fault: Fault<Kind>): string | null {
  return LINES[fault.kind]?.(fault) ?? null;
}

function show(value: Json): string {
  return cutEnd(jsonText(value), LONGEST);
}

/** `{address: {street: "Main Street"}}`; in a list, the whole place is named by a matcher. */
function nested([key, ...rest]: Path, value: Json): string {
  if (key === undefined) return show(value);
  return typeof key === 'number' ? '[…]' : `{${key}: ${nested(rest, value)}}`;
}
