import { cutEnd } from '#common/cut.ts';
import type { Json } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import type { Fault } from './fault.ts';

const LONGEST = 60;

/** A fault in words: `issue_refund(amount: -19.99) for 19.99`. May contain untrusted text. */
export function faultWords(fault: Fault): string {
  switch (fault.kind) {
    case 'silent':
      return 'an agent that says nothing';
    case 'echo':
      return 'an agent that repeats the question';
    case 'other_case':
      return 'the trials of other cases';
    case 'refusal':
      return 'an agent that refuses';
    case 'empty_answer':
      return 'an empty answer';
    case 'echoed_answer':
      return 'the question as answer';
    case 'other_answer':
      return "another case's answer";
    case 'cut_answer':
      return 'half of the answer';
    case 'number':
      return `${fault.instead} in the answer for ${fault.value}`;
    case 'phrase':
      return `the forbidden phrase ${show(fault.phrase)}`;
    case 'forbidden_call':
      return `a call of ${fault.name}, which ${fault.glob} forbids`;
    case 'needless_call':
      return `a call of ${fault.name} where none is made`;
    case 'too_many_calls':
      return `more than ${fault.most} calls`;
    case 'no_calls':
      return 'no call at all';
    case 'left_out':
      return `no ${fault.name}`;
    case 'twice':
      return `${fault.name} twice`;
    case 'fails':
      return `${fault.name} that fails`;
    case 'renamed':
      return `${fault.instead} for ${fault.name}`;
    case 'swapped':
      return `${fault.second} before ${fault.first}`;
    case 'argument':
      return `${fault.name}(${pathWords(fault.path)}: ${show(fault.instead)}) for ${show(fault.value)}`;
    case 'field':
      return `metadata ${pathWords(fault.path)}: ${show(fault.instead)} for ${show(fault.value)}`;
    case 'state_before':
      return 'the state as it was before';
    case 'not_retrieved':
      return 'nothing retrieved';
    case 'plan_step':
      return `a plan without ${fault.name}`;
  }
}

/** The line to write so that the fault is noticed; `null`: the fault is of a demand that is written already, or is advice. */
export function lineToWrite(fault: Fault): string | null {
  switch (fault.kind) {
    case 'silent':
    case 'echo':
    case 'other_case':
    case 'refusal':
      return 'a phrase, a call or a field of this case alone';
    case 'empty_answer':
    case 'echoed_answer':
    case 'other_answer':
      return 'response: {contains: […]}, with what only the right answer says';
    case 'number':
      return `response: {contains: [${show(fault.value)}]}`;
    case 'needless_call':
      return 'no_tools: true';
    case 'no_calls':
      return 'tools: […], with the calls that have to be made';
    case 'left_out':
    case 'renamed':
      return `tools: [${fault.name}]`;
    case 'swapped':
      return `before: [[${fault.first}, ${fault.second}]]`;
    case 'argument':
      return `args: ${nested(fault.path, fault.value)}`;
    case 'field':
      return `metadata: ${nested(fault.path, fault.value)}`;
    case 'state_before':
      return 'state: {…}, with what has to have changed';
    case 'not_retrieved':
      return `retrieved: {ids: [${fault.ids.join(', ')}], k: ${fault.ids.length}}`;
    case 'plan_step':
      return `plan: [${fault.name}]`;
    default:
      return null;
  }
}

function show(value: Json | undefined): string {
  return value === undefined ? 'nothing' : cutEnd(jsonText(value), LONGEST);
}

function pathWords(path: readonly (string | number)[]): string {
  return path.join('.');
}

/** `{address: {street: "Main Street"}}`; in a list, the whole place is named by a matcher. */
function nested([key, ...rest]: readonly (string | number)[], value: Json): string {
  if (key === undefined) return show(value);
  return typeof key === 'number' ? '[…]' : `{${key}: ${nested(rest, value)}}`;
}
