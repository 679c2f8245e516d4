import { plural } from '#domain/words.ts';
import { fails, holds, type Judgement } from '../judgement.ts';
import { shown, shownArguments, shownList, shownName } from '../shown.ts';
import type { CallsPart } from './calls-part.ts';
import type { Agreement, ComparedCalls } from './compared-calls.ts';
import { reaches } from './share.ts';

/**
 * The matched calls are in the expected order: the order costs no pair, neither by name nor by name and arguments (a(1), a(2)
 * expected and a(2), a(1) made is a wrong order that names don't show). `exact` also fixes positions and number. Other parts
 * judge missing calls and wrong arguments, but without any match nothing is in order.
 */
export const orderPart: CallsPart = {
  name: 'order',
  demanded: ({ calls, order }) => calls.length > 0 && order !== 'any',
  judge: (calls) => {
    if (calls.align('any', 'name').length === 0) {
      return fails(
        'missing_call',
        0,
        `none of ${plural(calls.expected.length, 'expected call')} was made, so none is in order`,
      );
    }
    return calls.expectation.order === 'exact' ? judgeExact(calls) : judgeInOrder(calls);
  },
};

/** Score: calls in order / calls matched without regard to order, the smaller of the two by name and by arguments. */
function judgeInOrder(calls: ComparedCalls): Judgement {
  const byName = kept(calls, 'name');
  const byArguments = kept(calls, 'arguments');
  const worse = byName.inOrder / byName.matched <= ratio(byArguments) ? byName : byArguments;
  const score = ratio(worse);
  const count = `${worse.inOrder} of ${plural(worse.matched, 'matched call')} in the expected order`;
  if (byName.holds && byArguments.holds) return holds(score, count);
  return fails(
    'wrong_order',
    score,
    `${count}; expected ${shownPlan(calls, worse.agreement)}; called ${shownActual(calls, worse.agreement)}`,
  );
}

/** Score: positions with the expected call / positions of the longer list; by arguments only if all names are in place. */
function judgeExact(calls: ComparedCalls): Judgement {
  const { expected, actual, expectation } = calls;
  const byName = kept(calls, 'name');
  const byArguments = kept(calls, 'arguments');
  const longer = Math.max(expected.length, actual.length);
  const namesFit =
    actual.length <= expected.length && reaches(byName.inOrder, expected.length, expectation.min_matched);
  const agreement: Agreement = namesFit ? 'arguments' : 'name';
  const inPlace = namesFit && !byArguments.holds ? byArguments.inOrder : byName.inOrder;
  const count = `${inPlace} of ${plural(longer, 'position')} hold the expected call (${expected.length} expected, ${actual.length} made)`;
  if (namesFit && byArguments.holds) return holds(inPlace / longer, count);
  return fails(
    'wrong_order',
    inPlace / longer,
    `${count}; expected ${shownPlan(calls, agreement)}; called ${shownActual(calls, agreement)}`,
  );
}

interface Kept {
  readonly agreement: Agreement;
  readonly matched: number;
  readonly inOrder: number;
  /** The order costs no pair, or leaves as many as are demanded. */
  readonly holds: boolean;
}

function kept(calls: ComparedCalls, agreement: Agreement): Kept {
  const { order, min_matched } = calls.expectation;
  const matched = calls.align('any', agreement).length;
  const inOrder = calls.align(order, agreement).length;
  return {
    agreement,
    matched,
    inOrder,
    holds: inOrder === matched || reaches(inOrder, calls.expected.length, min_matched),
  };
}

function ratio({ inOrder, matched }: Kept): number {
  return matched === 0 ? 1 : inOrder / matched;
}

function shownPlan({ expected }: ComparedCalls, agreement: Agreement): string {
  return shownList(
    expected.map(({ name, args }) => withArguments(name, agreement, args === null ? '' : ` ${shownArguments(args)}`)),
  );
}

function shownActual({ actual }: ComparedCalls, agreement: Agreement): string {
  return shownList(actual.map(({ name, arguments: args }) => withArguments(name, agreement, ` ${shown(args)}`)));
}

function withArguments(name: string, agreement: Agreement, args: string): string {
  return agreement === 'name' ? shownName(name) : `${shownName(name)}${args}`;
}
