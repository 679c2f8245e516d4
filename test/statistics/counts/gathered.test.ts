import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnswersByTurn, gatheredP } from '#statistics/counts/gathered.ts';
import { always } from '#test/support/always.ts';
import { share } from '../enumeration.ts';
import { expectClose } from '../expect-close.ts';

const turns = fc
  .array(fc.array(fc.constantFrom(...'abcd'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
  .filter((each) => each.flat().length <= 7);

/** The answers in every order, cut into the same turns. */
function orders(answers: AnswersByTurn): readonly AnswersByTurn[] {
  const permutations = (items: readonly string[]): readonly (readonly string[])[] =>
    items.length === 0
      ? [[]]
      : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
  return permutations(answers.flat()).map((order) => {
    const left = [...order];
    return answers.map(({ length }) => left.splice(0, length));
  });
}

/** Two trials of a case that say the same are of one turn. */
function areGathered(answers: AnswersByTurn): boolean {
  const placed = answers.flatMap((turn, at) => turn.map((answer) => ({ answer, at })));
  return placed.every((one) => placed.every((other) => one.answer !== other.answer || one.at === other.at));
}

describe('the chance that equal answers of a case are gathered in turns', () => {
  test('is that of dealing them to its trials in every possible order', () => {
    always(
      fc.property(turns, (answers) => {
        const repeats = new Set(answers.flat()).size < answers.flat().length;
        const expected = repeats && areGathered(answers) ? share(orders(answers), areGathered) : 1;
        expectClose(gatheredP([answers]), expected);
      }),
    );
  });

  test('counts all cases with equal answers, gathered or not', () => {
    const [gathered, not] = [
      [['a'], ['b', 'b'], ['c', 'c']],
      [['b'], ['a', 'b'], ['c', 'c']],
    ];
    const distinct = [['a'], ['b', 'c'], ['d', 'e']];
    expectClose(gatheredP([gathered, distinct]), 1 / 15);
    expectClose(gatheredP([gathered, gathered]), 1 / 225);
    expectClose(gatheredP([gathered, not]), 1 - (14 / 15) ** 2);
    expect(gatheredP([not, distinct])).toBe(1);
  });
});
