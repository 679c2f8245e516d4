import { matchesNameGlob } from '#cases/matching/name-glob.ts';
import type { Case } from '#cases/suite/case.ts';
import { jsonText } from '#common/json-text.ts';
import { scopesOf } from '#trials/checks/terms/scopes.ts';
import type { ToolCall, TurnRecord } from '#trials/trial/trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { idleTrial } from '../idle-trial.ts';
import { otherArguments, otherCalls } from './calls.ts';
import { type Fault, type Mutant, mutant } from './fault.ts';
import { otherValue, stableLeaves } from './leaves.ts';
import {
  anotherCall,
  givenText,
  judgedTurns,
  type Original,
  placedCalls,
  turnInAll,
  withCalls,
  withTurn,
  withTurns,
} from './original.ts';

/** Each makes mutants of a passing trial, in the order of reports; a further operator is a row. */
const OPERATORS: readonly ((original: Original) => readonly Mutant[])[] = [
  wholeAgent,
  answers,
  guards,
  otherCalls,
  otherArguments,
  facts,
];

/** The mutants of all passing trials of a case, each once; one that is equal to a passing trial is none. */
export function mutantsOf(originals: readonly Original[]): readonly Mutant[] {
  const own = new Set(originals.map(({ trial }) => contentOf(trial)));
  const seen = new Set<string>();
  return originals
    .flatMap((original) => OPERATORS.flatMap((operator) => operator(original)))
    .filter(({ forms }) => {
      const contents = forms.map(contentOf);
      const isNew = !contents.every((content) => own.has(content)) && !seen.has(contents.join());
      seen.add(contents.join());
      return isNew;
    });
}

/** What of a trial can be judged, without usage and times. */
function contentOf({ trajectory }: Trial): string {
  const ofCall = ({ name, arguments: args, status, step }: ToolCall) => [name, args, status, step];
  const ofTurn = ({ output, tool_calls: calls, plan, metadata, state, retrieved }: TurnRecord) => [
    [output, plan, metadata, state, retrieved],
    calls?.map(ofCall),
  ];
  return jsonText(trajectory.turns.map(ofTurn));
}

const REFUSAL = "I'm sorry, but I can't help with that.";

/** Agents that do not do their work: they are silent, repeat the question, answer another case, or refuse. */
export function wholeAgent({ evalCase, trial, passing, others, usual }: Original): readonly Mutant[] {
  // A simulated user says what it said then.
  const turns = trial.trajectory.turns.map(({ input }) => ({ input, expect: null }));
  const idle = (answerTo: (input: string) => string | null) =>
    [null, usual].map((metadata) => idleTrial({ ...evalCase, turns }, answerTo, metadata));
  const busy = others.map(({ trajectory }) =>
    withTurns(trial, ({ turn, input }) => ({
      ...(trajectory.turns[turn - 1] ?? trajectory.turns.at(-1)),
      turn,
      input,
    })),
  );
  const callsInAll = passing.every((each) => placedCalls(each).length > 0);
  return [
    mutant('whole agent', { kind: 'silent' }, ...idle(() => null)),
    mutant('whole agent', { kind: 'echo' }, ...idle((input) => input)),
    ...(busy.length > 0 ? [mutant('whole agent', { kind: 'other_case' }, ...busy)] : []),
    ...(callsInAll ? [mutant('whole agent', { kind: 'refusal' }, ...idle(() => REFUSAL))] : []),
  ];
}

/** Other answers after the same work: none, the question, another case's, with other numbers. */
function answers(original: Original): readonly Mutant[] {
  const { trial, others } = original;
  const [other] = others.flatMap(({ trajectory }) => trajectory.turns.at(-1)?.output ?? []);
  return judgedTurns(original).flatMap(({ turn, input, output }) => {
    if (output === null) return [];
    const saying = (fault: Fault, text: string) => mutant('answer', fault, withTurn(trial, turn, { output: text }));
    return [
      saying({ kind: 'empty_answer' }, ''),
      saying({ kind: 'echoed_answer' }, input),
      ...(other === undefined ? [] : [saying({ kind: 'other_answer' }, other)]),
      ...stableNumbers(original, turn, output).map((value) => {
        const instead = value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
        const text = output.replaceAll(NUMBER, (number) => (number === value ? instead : number));
        return saying({ kind: 'number', value, instead }, text);
      }),
    ];
  });
}

const MOST_NUMBERS = 5;
const NUMBER = /(?<![\p{L}\p{N}])\d+(?:[.,:]\d+)*(?![\p{L}\p{N}])/gu;

/** Numbers that every passing answer of the turn has, and that nobody gave to the agent. */
function stableNumbers(original: Original, turn: number, output: string): readonly string[] {
  const numbersIn = (text: string): readonly string[] => text.match(NUMBER) ?? [];
  const known = numbersIn(givenText(original));
  const texts = turnInAll(original, turn).map((record) => numbersIn(record?.output ?? ''));
  return [...new Set(numbersIn(output))]
    .filter((value) => !known.includes(value) && texts.every((numbers) => numbers.includes(value)))
    .slice(0, MOST_NUMBERS);
}

/**
 * The agent does what a case forbids: it says a phrase, calls a tool, calls where main makes no call, or makes one call too many.
 */
function guards({ evalCase, trial, passing, tools }: Original): readonly Mutant[] {
  const [some = 'some_tool'] = tools;
  const { turns } = trial.trajectory;
  const calling = (turn: number, fault: Fault, name: string, times = 1) => {
    const more = new Array(times).fill(anotherCall(name));
    return mutant(
      'guards',
      fault,
      withCalls(trial, turn, (calls) => [...calls, ...more]),
    );
  };
  const callsNothing = passing.every(({ trajectory }) =>
    trajectory.turns.every(({ tool_calls: calls }) => calls?.length === 0),
  );
  return [
    ...scopesOf(evalCase).flatMap(({ turn: own, expect: { response, tools: demand } }) => {
      const turn = own ?? turns.length;
      const most = demand?.max_calls ?? null;
      return [
        ...(response?.not_contains ?? []).map((phrase) => {
          const output = `${turns[turn - 1]?.output ?? ''} ${phrase}`;
          return mutant('guards', { kind: 'phrase', phrase }, withTurn(trial, turn, { output }));
        }),
        ...(demand?.forbidden ?? []).flatMap((glob) =>
          tools
            .filter((name) => matchesNameGlob(glob, name))
            .map((name) => calling(turn, { kind: 'forbidden_call', name, glob }, name)),
        ),
        ...(most === null ? [] : [calling(turn, { kind: 'too_many_calls', most }, some, most + 1)]),
      ];
    }),
    ...(callsNothing ? [calling(turns.length, { kind: 'needless_call', name: some }, some)] : []),
  ];
}

/** Globs of forbidden tools that no known tool matches: nothing shows that they guard anything. */
export function idleGlobs(evalCase: Case, tools: readonly string[]): readonly string[] {
  const globs = scopesOf(evalCase).flatMap(({ expect }) => expect.tools?.forbidden ?? []);
  return globs.filter((glob) => tools.length > 0 && !tools.some((name) => matchesNameGlob(glob, name)));
}

/** Other facts besides the answer: each field of metadata, the state as it was, nothing retrieved, a step of the plan left out. */
function facts(original: Original): readonly Mutant[] {
  const { evalCase, trial } = original;
  const { turns } = trial.trajectory;
  const ids = turns.flatMap(({ retrieved }) => retrieved ?? []).slice(0, 3);
  const stateBefore = withTurns(trial, ({ state }) => ({ state: state && evalCase.context }));
  const nothing = withTurns(trial, ({ retrieved }) => ({ retrieved: retrieved && [] }));
  const fields = judgedTurns(original).flatMap(({ turn, metadata }) =>
    stableLeaves(
      metadata ?? {},
      turnInAll(original, turn).map((record) => record?.metadata ?? {}),
    ).map(({ path, value, replaced }) => {
      const instead = otherValue(value);
      const other = withTurn(trial, turn, { metadata: replaced(instead) });
      return mutant('facts', { kind: 'field', path, value, instead }, other);
    }),
  );
  const steps = turns.flatMap(({ turn, plan }) =>
    (plan ?? []).flatMap(({ name }, at) => {
      const isFree = turnInAll(original, turn).some((record) => !record?.plan?.some((step) => step.name === name));
      const other = withTurn(trial, turn, { plan: plan?.toSpliced(at, 1) ?? null });
      return isFree ? [] : [mutant('facts', { kind: 'plan_step', name }, other)];
    }),
  );
  return [
    ...fields,
    ...(turns.some(({ state }) => state !== null) ? [mutant('facts', { kind: 'state_before' }, stateBefore)] : []),
    ...(ids.length > 0 ? [mutant('facts', { kind: 'not_retrieved', ids }, nothing)] : []),
    ...steps,
  ];
}
