import { argumentsInWords } from '#domain/matching/in-words.ts';
import type { Case } from '#domain/suite/case.ts';
import type { Expectations, ExpectedCall, ExpectedStep } from '#domain/suite/expectation.ts';

/** The calls that a case expects, in words of the config; `null` if it expects nothing of its calls. */
export function expectedCalls(evalCase: Case | undefined): readonly string[] | null {
  if (evalCase === undefined) return null;
  const turns = evalCase.turns.map(({ expect }, index) =>
    callsOf(expect, evalCase.turns.length > 1 ? `turn ${index + 1}: ` : ''),
  );
  const demands = [...turns, callsOf(evalCase.expect, '')].filter((calls) => calls !== null);
  return demands.length === 0 ? null : demands.flat();
}

function callsOf(expect: Expectations | null, turn: string): readonly string[] | null {
  if (expect?.no_tools) return [];
  const calls = expect?.tools?.calls ?? [];
  return calls.length === 0 ? null : calls.map((step) => `${turn}${stepText(step)}`);
}

function stepText(step: ExpectedStep): string {
  return step.kind === 'call' ? callText(step.call) : `at once: ${step.calls.map(callText).join(' + ')}`;
}

function callText({ name, args }: ExpectedCall): string {
  return args === null ? name : `${name} ${argumentsInWords(args, LONGEST)}`;
}

/** Characters of the arguments of a call. */
const LONGEST = 600;
