import * as z from 'zod';
import { type CallFact, callFacts } from './call-facts.ts';
import { outcomeFacts } from './outcome-facts.ts';
import { type TextFact, textFacts } from './text-facts.ts';

/** Two hundred schemas, made on first use: what only reads a suite needs none of them. */
let known: ReturnType<typeof makeSchemas> | null = null;

function makeSchemas() {
  const [calls, texts] = [callFacts(), textFacts()];
  return {
    fact: z.discriminatedUnion('kind', [...calls, ...texts, ...outcomeFacts()]).meta({ id: 'check_fact' }),
    calls: new Set<string>(calls.map(({ shape }) => shape.kind.value)),
    texts: new Set<string>(texts.map(({ shape }) => shape.kind.value)),
  };
}

function schemas() {
  known ??= makeSchemas();
  return known;
}

/** What a check finds, as it is stored: values, and no sentence. */
export const checkFactSchema = () => schemas().fact;

/** What a check finds. Its texts are untrusted. */
export type CheckFact = z.infer<ReturnType<typeof checkFactSchema>>;

/** Whether it is about tool calls or plan steps. */
export function isCallFact(fact: CheckFact): fact is CallFact {
  return schemas().calls.has(fact.kind);
}

/** Whether it is about an answer, a file or an output. */
export function isTextFact(fact: CheckFact): fact is TextFact {
  return schemas().texts.has(fact.kind);
}
