import * as z from 'zod';
import { type CallFact, callFacts } from './call-facts.ts';
import { outcomeFacts } from './outcome-facts.ts';
import { type TextFact, textFacts } from './text-facts.ts';

/** What a check finds, as it is stored: values, and no sentence. */
export const checkFactSchema = z
  .discriminatedUnion('kind', [...callFacts, ...textFacts, ...outcomeFacts])
  .meta({ id: 'check_fact' });

/** What a check finds. Its texts are untrusted. */
export type CheckFact = z.infer<typeof checkFactSchema>;

const CALL_KINDS: ReadonlySet<string> = new Set(callFacts.map(({ shape }) => shape.kind.value));
const TEXT_KINDS: ReadonlySet<string> = new Set(textFacts.map(({ shape }) => shape.kind.value));

/** Whether it is about tool calls or plan steps. */
export function isCallFact(fact: CheckFact): fact is CallFact {
  return CALL_KINDS.has(fact.kind);
}

/** Whether it is about an answer, a file or an output. */
export function isTextFact(fact: CheckFact): fact is TextFact {
  return TEXT_KINDS.has(fact.kind);
}
