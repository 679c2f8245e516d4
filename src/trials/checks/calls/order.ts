import { fails, holds, type Judgement } from '../terms/judgement.ts';
import { firstFew, shownArguments, shownName, shownValue } from '../terms/shown.ts';
import type { CallsPart } from './calls-part.ts';
import type { Agreement, ComparedCalls } from './compared-calls.ts';
import { reachesShare } from './share.ts';

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
      return fails('missing_call', 0, { kind: 'none_made', expected_calls: calls.expected.length, of: 'order' });
    }
    return calls.expectation.order === 'exact' ? judgeExact(calls) : judgeInOrder(calls);
  },
};

/** Score: calls in order / calls matched without regard to order, the smaller of the two by name and by arguments. */
function judgeInOrder(calls: ComparedCalls): Judgement {
  const byName = inOrderOf(calls, 'name');
  const byArguments = inOrderOf(calls, 'arguments');
  const worse = byName.inOrder / byName.matched <= ratio(byArguments) ? byName : byArguments;
  const score = ratio(worse);
  const fact = { kind: 'order', in_order: worse.inOrder, matched: worse.matched, expected: [], called: [] } as const;
  if (byName.holds && byArguments.holds) return holds(score, fact);
  return fails('wrong_order', score, { ...fact, ...ordersOf(calls, worse.agreement) });
}

/** Score: positions with the expected call / positions of the longer list; by arguments only if all names are in place. */
function judgeExact(calls: ComparedCalls): Judgement {
  const { expected, actual, expectation } = calls;
  const byName = inOrderOf(calls, 'name');
  const byArguments = inOrderOf(calls, 'arguments');
  const longer = Math.max(expected.length, actual.length);
  const namesFit =
    actual.length <= expected.length && reachesShare(byName.inOrder, expected.length, expectation.min_matched);
  const agreement: Agreement = namesFit ? 'arguments' : 'name';
  const inPlace = namesFit && !byArguments.holds ? byArguments.inOrder : byName.inOrder;
  const counts = { in_place: inPlace, expected_calls: expected.length, made_calls: actual.length };
  const fact = { kind: 'positions', ...counts, expected: [], called: [] } as const;
  if (namesFit && byArguments.holds) return holds(inPlace / longer, fact);
  return fails('wrong_order', inPlace / longer, { ...fact, ...ordersOf(calls, agreement) });
}

interface Kept {
  readonly agreement: Agreement;
  readonly matched: number;
  readonly inOrder: number;
  /** The order costs no pair, or leaves as many as are demanded. */
  readonly holds: boolean;
}

function inOrderOf(calls: ComparedCalls, agreement: Agreement): Kept {
  const { order, min_matched } = calls.expectation;
  const matched = calls.align('any', agreement).length;
  const inOrder = calls.align(order, agreement).length;
  return {
    agreement,
    matched,
    inOrder,
    holds: inOrder === matched || reachesShare(inOrder, calls.expected.length, min_matched),
  };
}

function ratio({ inOrder, matched }: Kept): number {
  return matched === 0 ? 1 : inOrder / matched;
}

/** Both orders, and the first call that is out of order: what is expected there, and what was called. */
function ordersOf(calls: ComparedCalls, agreement: Agreement): Orders {
  const { expected, actual, expectation } = calls;
  const inOrder = calls.align(expectation.order, agreement);
  const matched = new Set(inOrder.map(([e]) => e));
  const e = expected.findIndex((_, index) => !matched.has(index));
  const pair = calls.align('any', agreement).find(([index]) => index === e);
  const made = pair?.[1] ?? null;
  return {
    expected: firstFew(
      expected.map(({ name, args }) => withArguments(name, agreement, args === null ? '' : ` ${shownArguments(args)}`)),
    ),
    called: firstFew(actual.map(({ name, arguments: args }) => withArguments(name, agreement, ` ${shownValue(args)}`))),
    wrong: {
      expected: e === -1 ? null : e,
      made: e === -1 && actual.length > expected.length ? expected.length : made,
    },
  };
}

interface Orders {
  readonly expected: readonly string[];
  readonly called: readonly string[];
  readonly wrong: { readonly expected: number | null; readonly made: number | null };
}

function withArguments(name: string, agreement: Agreement, args: string): string {
  return agreement === 'name' ? shownName(name) : `${shownName(name)}${args}`;
}
