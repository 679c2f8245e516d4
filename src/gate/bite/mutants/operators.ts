import { canonicalJson, type Json } from '#common/json.ts';
import { asJson } from '#common/json-text.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { answers, cutAnswers } from './answers.ts';
import { leftOutArguments, otherArguments } from './arguments.ts';
import { calls, oddCalls } from './calls.ts';
import { facts } from './facts.ts';
import type { Mutant } from './fault.ts';
import { guards } from './guards.ts';
import type { Original } from './original.ts';
import { wholeAgent } from './whole-agent.ts';

/** Makes mutants of a passing trial. */
type Operator = (original: Original) => readonly Mutant[];

/** In the order of reports; a further operator is a row. */
const OPERATORS: readonly Operator[] = [wholeAgent, answers, guards, calls, otherArguments, facts];

/** Those whose mutants are often legitimate. */
const ADVICE: readonly Operator[] = [oddCalls, leftOutArguments, cutAnswers];

/** The mutants of all passing trials of a case, each once; one that is equal to a passing trial is none. */
export function mutantsOf(originals: readonly Original[], withAdvice = false): readonly Mutant[] {
  const operators = withAdvice ? [...OPERATORS, ...ADVICE] : OPERATORS;
  const equal = new Set(originals.map(({ trial }) => contentOf(trial)));
  const seen = new Set<string>();
  return originals.flatMap((original) =>
    operators
      .flatMap((operator) => operator(original))
      .filter(({ group, forms }) => {
        const contents = forms.map(contentOf);
        const key = `${group}\n${contents.join('\n')}`;
        if (seen.has(key) || contents.every((content) => equal.has(content))) return false;
        seen.add(key);
        return true;
      }),
  );
}

/** What of a trial can be judged, without usage and times. */
function contentOf({ trajectory }: Trial): string {
  const turns = trajectory.turns.map(({ output, tool_calls, plan, metadata, state, retrieved }): Json => {
    const made = tool_calls?.map(({ name, arguments: args, status, step }): Json => [name, args, status, step]) ?? null;
    return [output, made, asJson(plan), metadata, state, asJson(retrieved)];
  });
  return canonicalJson(turns);
}
