import { argumentsInWords } from '#cases/matching/in-words.ts';
import type { Case } from '#cases/suite/case.ts';
import type { Expectations, ExpectedCall } from '#cases/suite/expectation.ts';
import type { ExpectedCalls } from '../report.ts';

/** The calls that a case expects, in words of the config; `null` if it expects nothing of its calls. */
export function expectedCalls(evalCase: Case | undefined): readonly ExpectedCalls[] | null {
  if (evalCase === undefined) return null;
  const turns = evalCase.turns.map(({ expect }, index) => callsOf(expect, index + 1));
  const demands = [...turns, callsOf(evalCase.expect, null)].filter((calls) => calls !== null);
  return demands.length === 0 ? null : demands.flat();
}

/** An expected step as one text, with its turn where a case has several. */
export function stepText({ turn, calls }: ExpectedCalls, hasTurns: boolean): string {
  const place = turn !== null && hasTurns ? `turn ${turn}: ` : '';
  return `${place}${calls.length > 1 ? 'at once: ' : ''}${calls.join(' + ')}`;
}

function callsOf(expect: Expectations | null, turn: number | null): readonly ExpectedCalls[] | null {
  if (expect?.no_tools) return [];
  const steps = expect?.tools?.calls ?? [];
  if (steps.length === 0) return null;
  return steps.map((step) => ({ turn, calls: (step.kind === 'call' ? [step.call] : step.calls).map(callText) }));
}

function callText({ name, args }: ExpectedCall): string {
  return args === null ? name : `${name} ${argumentsInWords(args, LONGEST)}`;
}

/** Characters of the arguments of a call. */
const LONGEST = 600;
