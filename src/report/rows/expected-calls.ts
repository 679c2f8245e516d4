import { argumentsInWords } from '#cases/matching/in-words.ts';
import type { Case } from '#cases/suite/case.ts';
import type { Expectations, ExpectedCall } from '#cases/suite/expectation.ts';
import { writeExpectations } from '#cases/suite/writing/write-expectations.ts';
import { jsonText } from '#common/json-text.ts';
import { plural } from '#common/words.ts';
import type { CheckRecord } from '#trials/trial/trial-record.ts';
import type { CaseRow, ExpectedCalls, TrialEvidence } from '../report.ts';

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

/** The calls of a trial, a line each; what is left out is counted. */
export function madeCalls({ calls: made, more_calls }: TrialEvidence): string {
  const turns = made.some(({ turn }) => turn > 1);
  const calls = made.flatMap(({ turn, name, arguments: args, status }) => {
    const place = turns ? `turn ${turn}: ` : '';
    return args === null ? [] : [`${place}${name}${status === 'error' ? ' (failed)' : ''} ${args}`];
  });
  const before = Math.max(
    0,
    made.findIndex((call) => call.arguments !== null),
  );
  const after = made.length - before - calls.length + more_calls;
  const leftOut = (count: number) => (count === 0 ? [] : [`… ${plural(count, 'more call')}`]);
  return [...leftOut(before), numberLines(calls, before + 1), ...leftOut(after)].join('\n');
}

/** Calls, a numbered line each. */
export function numberLines(texts: readonly string[], first = 1): string {
  if (texts.length === 0) return '(no call)';
  return texts
    .map((text, index) => `${index + first}. ${text.length > LONGEST_CALL ? `${text.slice(0, LONGEST_CALL)}…` : text}`)
    .join('\n');
}

const LONGEST_CALL = 600;

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

/** What a failed check demands, in the format of a case file; of an agent that did not answer, all that its first turn does. */
export function demandOfCheck(evalCase: Case | undefined, check: CheckRecord | null): CaseRow['demand'] {
  if (evalCase === undefined) return null;
  if (evalCase.expect.reported) return { turn: null, text: 'its own test passes' };
  const { turn } = check ?? { turn: evalCase.turns.length === 0 ? null : 1 };
  const { expect } = (turn === null ? null : evalCase.turns[turn - 1]) ?? evalCase;
  const written = writeExpectations({ ...(check === null && evalCase.expect), ...expect });
  const [key = ''] = check?.name.split('.') ?? [];
  const part = written[key];
  return { turn, text: jsonText(part === undefined ? written : { [key]: part }) };
}
