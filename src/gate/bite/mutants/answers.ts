import { jsonText } from '#common/json-text.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import { type Fault, type Mutant, mutant } from './fault.ts';
import { judgedTurns, type Original, withTurn } from './original.ts';

/** Other answers after the same work: none, the question, another case's, with other numbers. */
export function answers(original: Original): readonly Mutant[] {
  const { trial, others } = original;
  const [other] = others.flatMap(({ trajectory }) => trajectory.turns.at(-1)?.output ?? []);
  return judgedTurns(original).flatMap(({ turn, input, output }) => {
    if (output === null) return [];
    const said = (fault: Fault, text: string) => mutant('answer', fault, withTurn(trial, turn, { output: text }));
    return [
      said({ kind: 'empty_answer' }, ''),
      ...(input.trim() === '' ? [] : [said({ kind: 'echoed_answer' }, input)]),
      ...(other === undefined ? [] : [said({ kind: 'other_answer' }, other)]),
      ...stableNumbers(original, turn, output).map((value) => {
        const instead = value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
        return said(
          { kind: 'number', value, instead },
          output.replaceAll(NUMBER, (found) => (found === value ? instead : found)),
        );
      }),
    ];
  });
}

/** Advice: half of an answer. */
export function cutAnswers(original: Original): readonly Mutant[] {
  return judgedTurns(original).flatMap(({ turn, output }) => {
    if (output === null) return [];
    const half = output.slice(0, Math.floor(output.length / 2));
    return [mutant('advice', { kind: 'cut_answer' }, withTurn(original.trial, turn, { output: half }))];
  });
}

const MOST_NUMBERS = 5;
const NUMBER = /(?<![\p{L}\p{N}])\d+(?:[.,:]\d+)*(?![\p{L}\p{N}])/gu;

/** Numbers that every passing answer of the turn has, and that nobody gave to the agent. */
function stableNumbers({ evalCase, passing }: Original, turn: number, output: string): readonly string[] {
  const given = [
    ...evalCase.turns.map(({ input }) => input),
    ...evalCase.history.map(({ content }) => content),
    jsonText(evalCase.context),
    ...passing.flatMap(({ trajectory }) => trajectory.turns.map(({ input }) => input)),
  ].join('\n');
  const isTurn = (record: TurnRecord) => record.turn === turn;
  const texts = passing.map(({ trajectory }) => trajectory.turns.find(isTurn)?.output ?? '');
  const known = new Set(numbersIn(given));
  return [...new Set(numbersIn(output))]
    .filter((value) => !known.has(value) && texts.every((text) => numbersIn(text).includes(value)))
    .slice(0, MOST_NUMBERS);
}

function numbersIn(text: string): readonly string[] {
  return text.match(NUMBER) ?? [];
}
