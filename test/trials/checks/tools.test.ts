import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolsExpectation } from '#cases/suite/expectation.ts';
import type { JsonObject } from '#common/json.ts';
import { type Worded, worded } from '#test/support/worded.ts';
import { toolsCheck } from '#trials/checks/tools.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import { aCase, aTrial, CRASHED, call, made, parallel, tools } from '../trial/build-trial.ts';

function judge(
  expectation: ToolsExpectation,
  calls: readonly ToolCall[] | null,
  end = aTrial([]).end,
): readonly Worded[] {
  return toolsCheck
    .judge(expectation, trialView(aCase({}), aTrial([{ tool_calls: calls }], { end }), null))
    .map(worded);
}

/** The part of that name. */
function part(name: string, expectation: Partial<ToolsExpectation>, calls: readonly ToolCall[]): Worded {
  const found = judge(tools(expectation), calls).find((result) => result.name === `tools.${name}`);
  if (found === undefined) throw new Error(`tools.${name} was not demanded`);
  return found;
}

describe('where no model call came through the recorder, that is said before a wrong call', () => {
  const bypassed = (calls: readonly ToolCall[] | null) => {
    const trial = { ...aTrial([{ tool_calls: calls }]), bypassed: true };
    return toolsCheck.judge(tools({ calls: [call('a')] }), trialView(aCase({}), trial, null)).map(worded)[0];
  };

  test.each([
    ['the agent gave no account', null, /^no model call came through the recorder: its client has to read/],
    ['the wire shows none', [], /^no model call came through the recorder.*; 0 of 1 expected call made/],
  ])('when %s', (_, calls, reason) => {
    expect(bypassed(calls)).toMatchObject({ passed: false, reason: expect.stringMatching(reason) });
  });

  test('but not of an agent that lists its calls itself', () => {
    expect(bypassed([made('b')])?.reason).toMatch(/^0 of 1 expected call made/);
  });
});

describe('only what is demanded is judged', () => {
  test.each<{ name: string; expectation: Partial<ToolsExpectation>; parts: readonly string[] }>([
    { name: 'names', expectation: { calls: [call('a')] }, parts: ['present'] },
    { name: 'arguments', expectation: { calls: [call('a', {})] }, parts: ['present', 'args'] },
    {
      name: 'ignored arguments',
      expectation: { calls: [call('a', {}, { args_match: 'ignore' })] },
      parts: ['present'],
    },
    { name: 'status', expectation: { calls: [call('a', null, { status: 'ok' })] }, parts: ['present', 'status'] },
    { name: 'in_order', expectation: { calls: [call('a')], order: 'in_order' }, parts: ['present', 'order'] },
    { name: 'exact', expectation: { calls: [call('a')], order: 'exact' }, parts: ['present', 'order', 'extra'] },
    { name: 'no extras', expectation: { calls: [call('a')], allow_extra: false }, parts: ['present', 'extra'] },
    { name: 'parallel', expectation: { calls: [parallel('a', 'b')] }, parts: ['present', 'parallel'] },
    { name: 'before', expectation: { before: [['a', 'b']] }, parts: ['before'] },
    { name: 'forbidden', expectation: { forbidden: ['x'] }, parts: ['forbidden'] },
    { name: 'counts', expectation: { max_calls: 3, min_calls: 1 }, parts: ['count'] },
  ])('$name', ({ expectation, parts }) => {
    expect(judge(tools(expectation), []).map(({ name }) => name)).toEqual(parts.map((name) => `tools.${name}`));
  });
});

describe('tools.present', () => {
  const two = { calls: [call('lookup'), call('refund')] };

  test('holds when every expected call was made, extras beside', () => {
    expect(part('present', two, [made('refund'), made('x'), made('lookup')])).toEqual({
      name: 'tools.present',
      passed: true,
      score: 1,
      code: null,
      reason: '2 of 2 expected calls made by name',
    });
  });

  test('a missing call fails with the numbers and the names', () => {
    expect(part('present', two, [made('lookup'), made('lookup')])).toEqual({
      name: 'tools.present',
      passed: false,
      score: 0.5,
      code: 'missing_call',
      reason: '1 of 2 expected calls made by name; missing: refund; called: lookup, lookup',
    });
  });

  test('each call counts once: twice expected, once made, is one missing', () => {
    expect(part('present', { calls: [call('a'), call('a')] }, [made('a')])).toMatchObject({
      passed: false,
      score: 0.5,
    });
    expect(part('present', { calls: [call('a'), call('a')] }, [made('a'), made('a')])).toMatchObject({ passed: true });
  });

  test('a share is enough when it is demanded', () => {
    const expectation = { calls: [call('a'), call('b'), call('c')], min_matched: 0.66 };
    expect(part('present', expectation, [made('a'), made('b')])).toMatchObject({ passed: true, score: 2 / 3 });
    expect(part('present', expectation, [made('a')])).toMatchObject({
      passed: false,
      reason: '1 of 3 expected calls made by name (a share of at least 0.66 is needed); missing: b, c; called: a',
    });
  });
});

describe('tools.args', () => {
  const refund = { calls: [call('refund', { id: 'A1', amount: { $approx: 20, within: 0.01 } })] };

  test('holds for equal arguments', () => {
    expect(part('args', refund, [made('refund', { amount: 20.001, id: 'A1' })])).toMatchObject({
      passed: true,
      score: 1,
    });
  });

  test.each<{ name: string; args: JsonObject; code: string; reason: string }>([
    {
      name: 'a wrong value',
      args: { id: 'A1', amount: 25 },
      code: 'wrong_value',
      reason: 'refund: amount: expected about 20 (within 0.01), got 25',
    },
    {
      name: 'a wrong type',
      args: { id: 1, amount: 20 },
      code: 'wrong_type',
      reason: 'refund: id: expected "A1", got 1',
    },
    {
      name: 'a missing argument',
      args: { amount: 20 },
      code: 'missing_argument',
      reason: 'refund: id: expected "A1", got nothing',
    },
    {
      name: 'an unexpected argument',
      args: { id: 'A1', amount: 20, note: 'x' },
      code: 'unexpected_argument',
      reason: 'refund: note: expected nothing, got "x"',
    },
  ])('$name fails with its first differing path', ({ args, code, reason }) => {
    expect(part('args', refund, [made('refund', args)])).toEqual({
      name: 'tools.args',
      passed: false,
      score: 0,
      code,
      reason: `0 of 1 expected call matched by name and arguments; ${reason}`,
    });
  });

  test('a call that was not made is missing', () => {
    expect(part('args', refund, [])).toMatchObject({
      code: 'missing_call',
      reason: '0 of 1 expected call matched by name and arguments; no call remains to match refund',
    });
  });

  test('the assignment is the largest possible, not the first that comes along', () => {
    const expectation = {
      calls: [
        call('s', { a: 1 }, { args_match: 'includes' as const }),
        call('s', { a: 1, b: 2 }, { args_match: 'includes' as const }),
      ],
    };
    expect(part('args', expectation, [made('s', { a: 1, b: 2 }), made('s', { a: 1 })])).toMatchObject({
      passed: true,
      score: 1,
    });
  });

  test.each(['any', 'in_order', 'exact'] as const)('order %s does not change how arguments are compared', (order) => {
    const includes = { order, calls: [call('s', { q: 1 }, { args_match: 'includes' as const })] };
    const exact = { order, calls: [call('s', { q: 1 })] };
    const more = [made('s', { q: 1, extra: 2 })];
    expect(part('args', includes, more).passed).toBe(true);
    expect(part('args', exact, more).code).toBe('unexpected_argument');
    expect(
      part('args', { order, calls: [call('s', { q: 1, extra: 2 }, { args_match: 'includes' })] }, [made('s', { q: 1 })])
        .passed,
    ).toBe(false);
  });

  test('of several wrong calls the closest is shown', () => {
    const calls = [made('refund', { id: 'A2', amount: 1 }), made('refund', { id: 'A2', amount: 20 })];
    expect(part('args', refund, calls).reason).toContain('; refund: id: expected "A1", got "A2"');
  });

  test('a share is enough when it is demanded, extra wrong calls beside', () => {
    const expectation = { calls: [call('a', { n: 1 }), call('a', { n: 2 })], min_matched: 0.5 };
    expect(part('args', expectation, [made('a', { n: 1 }), made('a', { n: 9 })])).toMatchObject({
      passed: true,
      score: 0.5,
    });
  });

  test('shown values are capped', () => {
    const { reason } = part('args', { calls: [call('a', { text: 'x' })] }, [made('a', { text: 'y'.repeat(10_000) })]);
    expect(reason.length).toBeLessThan(300);
    expect(reason).toMatch(/got "y+…$/);
  });
});

describe('tools.status', () => {
  const ok = { calls: [call('a', { n: 1 }, { status: 'ok' as const })] };

  test('holds when the matched call ended so', () => {
    expect(part('status', ok, [made('a', { n: 1 })])).toMatchObject({ passed: true, score: 1 });
  });

  test.each([
    ['error', '"error"'],
    [null, 'none (no result was seen)'],
  ] as const)('a call that ended with %s fails here and not in tools.args', (status, shown) => {
    const calls = [made('a', { n: 1 }, { status })];
    expect(part('args', ok, calls).passed).toBe(true);
    expect(part('status', ok, calls)).toEqual({
      name: 'tools.status',
      passed: false,
      score: 0,
      code: 'wrong_status',
      reason: `0 of 1 matched call ended with the expected status; a: status: expected "ok", got ${shown}`,
    });
  });

  test('a repeat that succeeded satisfies it', () => {
    expect(part('status', ok, [made('a', { n: 1 }, { status: 'error' }), made('a', { n: 1 })])).toMatchObject({
      passed: true,
    });
  });

  test('name, arguments and status must be found in one assignment', () => {
    const expectation = { calls: [call('a', null, { status: 'ok' as const }), call('a', { n: 1 })] };
    expect(part('status', expectation, [made('a', { n: 1 }), made('a', { n: 2 }, { status: 'error' })])).toMatchObject({
      passed: false,
      score: 0.5,
    });
    expect(part('status', expectation, [made('a', { n: 2 }), made('a', { n: 1 }, { status: 'error' })])).toMatchObject({
      passed: true,
    });
  });

  test('a call that was not made has no wrong status', () => {
    const expectation = {
      calls: [call('a', null, { status: 'ok' as const }), call('b', null, { status: 'ok' as const })],
    };
    expect(part('present', expectation, [made('a')])).toMatchObject({ passed: false });
    expect(part('status', expectation, [made('a')])).toMatchObject({ passed: true, score: 1 });
  });

  test('nothing matched, nothing holds', () => {
    expect(part('status', ok, [])).toMatchObject({ passed: false, score: 0, code: 'missing_call' });
  });
});

describe('tools.order', () => {
  const abc = [call('a'), call('b'), call('c')];

  test('in_order holds with other calls between', () => {
    expect(
      part('order', { order: 'in_order', calls: abc }, [made('x'), made('a'), made('b'), made('a'), made('c')]),
    ).toMatchObject({ passed: true, score: 1 });
  });

  test('all called and wrong order are told apart', () => {
    const expectation = { order: 'in_order' as const, calls: abc };
    const calls = [made('b'), made('a'), made('c')];
    expect(part('present', expectation, calls).passed).toBe(true);
    expect(part('order', expectation, calls)).toEqual({
      name: 'tools.order',
      passed: false,
      score: 2 / 3,
      code: 'wrong_order',
      reason: '2 of 3 matched calls in the expected order; expected a, b, c; called b, a, c',
    });
  });

  test('the longest common subsequence counts, not the greedy prefix', () => {
    const { score } = part('order', { order: 'in_order', calls: abc }, [made('c'), made('a'), made('b')]);
    expect(score).toBe(2 / 3);
  });

  test('a missing call is not a wrong order', () => {
    const expectation = { order: 'in_order' as const, calls: abc };
    expect(part('present', expectation, [made('a'), made('c')]).passed).toBe(false);
    expect(part('order', expectation, [made('a'), made('c')]).passed).toBe(true);
  });

  test('a wrong argument is not a wrong order', () => {
    const expectation = { order: 'in_order' as const, calls: [call('a', { n: 1 }), call('b')] };
    expect(part('order', expectation, [made('a', { n: 9 }), made('b')]).passed).toBe(true);
    expect(part('args', expectation, [made('a', { n: 9 }), made('b')]).passed).toBe(false);
  });

  test('names in order whose arguments tell that the order is wrong fail', () => {
    const expectation = { order: 'in_order' as const, calls: [call('a', { n: 1 }), call('a', { n: 2 })] };
    const calls = [made('a', { n: 2 }), made('a', { n: 1 })];
    expect(part('args', expectation, calls).passed).toBe(true);
    expect(part('order', expectation, calls)).toEqual({
      name: 'tools.order',
      passed: false,
      score: 0.5,
      code: 'wrong_order',
      reason: '1 of 2 matched calls in the expected order; expected a {"n":1}, a {"n":2}; called a {"n":2}, a {"n":1}',
    });
    expect(part('order', { ...expectation, order: 'exact' }, calls)).toMatchObject({
      passed: false,
      score: 0,
      code: 'wrong_order',
    });
  });

  test('nothing called is in no order', () => {
    expect(part('order', { order: 'in_order', calls: abc }, [])).toMatchObject({
      passed: false,
      score: 0,
      code: 'missing_call',
    });
  });

  test('in_order lets the calls of a parallel group come in any order', () => {
    const expectation = { order: 'in_order' as const, calls: [call('a'), parallel('b', 'c'), call('d')] };
    expect(
      part(
        'order',
        expectation,
        ['a', 'c', 'b', 'd'].map((name) => made(name)),
      ).passed,
    ).toBe(true);
    expect(
      part(
        'order',
        expectation,
        ['a', 'c', 'd', 'b'].map((name) => made(name)),
      ).passed,
    ).toBe(false);
  });

  test.each<{ calls: readonly string[]; passed: boolean; score: number }>([
    { calls: ['a', 'b', 'c'], passed: true, score: 1 },
    { calls: ['a', 'c', 'b'], passed: false, score: 1 / 3 },
    { calls: ['x', 'a', 'b', 'c'], passed: false, score: 0 },
    { calls: ['a', 'b', 'c', 'x'], passed: false, score: 3 / 4 },
    { calls: ['a', 'b'], passed: false, score: 2 / 3 },
  ])('exact fixes every position and the number: $calls', ({ calls, passed, score }) => {
    expect(
      part(
        'order',
        { order: 'exact', calls: abc },
        calls.map((name) => made(name)),
      ),
    ).toMatchObject({ passed, score });
  });

  test('exact with a wrong argument in the right place is in order', () => {
    const expectation = { order: 'exact' as const, calls: [call('a', { n: 1 }), call('b')] };
    expect(part('order', expectation, [made('a', { n: 9 }), made('b')])).toMatchObject({ passed: true, score: 1 });
  });

  test('the reason of exact names the positions', () => {
    expect(
      part('order', { order: 'exact', calls: [call('a'), call('b')] }, [made('b'), made('a'), made('a')]).reason,
    ).toBe('0 of 3 positions hold the expected call (2 expected, 3 made); expected a, b; called b, a, a');
  });

  test('a demanded share is enough for the order too', () => {
    expect(
      part('order', { order: 'in_order', calls: abc, min_matched: 0.6 }, [made('b'), made('a'), made('c')]),
    ).toMatchObject({ passed: true });
    expect(part('order', { order: 'exact', calls: abc, min_matched: 0.6 }, [made('a'), made('b')])).toMatchObject({
      passed: true,
    });
  });
});

describe('tools.extra', () => {
  test('an unexpected call fails, with what was called beyond', () => {
    expect(part('extra', { calls: [call('a')], allow_extra: false }, [made('x'), made('a'), made('a')])).toEqual({
      name: 'tools.extra',
      passed: false,
      score: 1 / 3,
      code: 'unexpected_call',
      reason: '1 of 3 calls made was expected; unexpected: x, a {}',
    });
  });

  test('order exact never allows extras, even when told so', () => {
    expect(
      part('extra', { calls: [call('a')], order: 'exact', allow_extra: true }, [made('a'), made('b')]).passed,
    ).toBe(false);
  });

  test('a call with other arguments than expected is extra, also where a share of the expected calls is enough', () => {
    const calls = [call('delete_file', { path: '/tmp/a' }), call('lookup')];
    const actual = [made('lookup'), made('delete_file', { path: '/etc/passwd' })];
    expect(part('extra', { calls, allow_extra: false, min_matched: 0.5 }, actual)).toMatchObject({
      passed: false,
      score: 1 / 2,
      reason: '1 of 2 calls made was expected; unexpected: delete_file {"path":"/etc/passwd"}',
    });
  });

  test.each([
    ['by name only', call('a'), true],
    ['with arguments ignored', call('a', { n: 1 }, { args_match: 'ignore' }), true],
    ['with further arguments', call('a', { n: 2 }, { args_match: 'includes' }), true],
    ['with other arguments', call('a', { n: 1 }, { args_match: 'includes' }), false],
  ])('a call that is expected %s is matched so', (_, expected, passed) => {
    const results = part('extra', { calls: [expected], allow_extra: false }, [made('a', { n: 2, m: 3 })]);
    expect(results.passed).toBe(passed);
  });

  test('the call that fits is not the extra one', () => {
    const { reason } = part('extra', { calls: [call('a', { n: 1 })], allow_extra: false }, [
      made('a', { n: 2 }),
      made('a', { n: 1 }),
    ]);
    expect(reason).toBe('1 of 2 calls made was expected; unexpected: a {"n":2}');
  });

  test('no calls, no extras', () => {
    expect(part('extra', { allow_extra: false }, [])).toMatchObject({ passed: true, score: 1 });
    expect(part('extra', { allow_extra: false }, [made('a')])).toMatchObject({ passed: false, score: 0 });
  });
});

describe('tools.parallel', () => {
  const group = { calls: [parallel('a', 'b')] };
  const at = (name: string, step: number | null, args: JsonObject = {}) => made(name, args, { step });

  test('holds when the calls were requested in one model turn', () => {
    expect(part('parallel', group, [at('b', 2), at('a', 2)])).toMatchObject({ passed: true, score: 1 });
  });

  test('calls of different model turns fail', () => {
    expect(part('parallel', group, [at('a', 1), at('b', 2)])).toEqual({
      name: 'tools.parallel',
      passed: false,
      score: 0,
      code: 'not_parallel',
      reason: '0 of 1 parallel group requested in one model turn; in different model turns: [a, b]',
    });
  });

  test('a later model turn with both calls satisfies it', () => {
    expect(part('parallel', group, [at('a', 1), at('a', 2), at('b', 2)]).passed).toBe(true);
  });

  test('each group needs a model turn of its own', () => {
    const two = { calls: [parallel('a', 'b'), parallel('a', 'b')] };
    expect(part('parallel', two, [at('a', 1), at('b', 1), at('a', 2), at('b', 2)]).passed).toBe(true);
    expect(part('parallel', two, [at('a', 1), at('b', 1), at('a', 1), at('b', 1)])).toMatchObject({
      passed: false,
      score: 0.5,
    });
  });

  test('it can not be judged when the agent did not tell the model turns', () => {
    const result = part('parallel', group, [at('a', null), at('b', null)]);
    expect(result).toMatchObject({ passed: null, score: null, code: 'not_reported' });
    expect(result.reason).toMatch(/give every tool call a "step"/);
  });

  test('model turns that were told are enough, whatever others were not', () => {
    expect(part('parallel', group, [at('a', null), at('a', 1), at('b', 1)]).passed).toBe(true);
  });

  test('a call that was not made is a failure, told or not', () => {
    expect(part('parallel', group, [at('a', null)])).toMatchObject({ passed: false, code: 'missing_call' });
  });

  test('arguments tell calls of one name apart when all were found', () => {
    const [first, second] = [call('a', { n: 1 }), call('b', { n: 1 })];
    const calls = [first, second].flatMap((step) => (step.kind === 'call' ? [step.call] : []));
    const expectation = { calls: [{ kind: 'parallel' as const, calls }] };
    const sequential = [at('a', 1, { n: 1 }), at('b', 2, { n: 1 })];
    const others = [at('a', 3, { n: 2 }), at('b', 3, { n: 2 })];
    expect(part('parallel', expectation, [...sequential, ...others])).toMatchObject({
      passed: false,
      code: 'not_parallel',
    });
    expect(part('parallel', expectation, others)).toMatchObject({ passed: true });
  });
});

describe('tools.before', () => {
  const before = { before: [['search', 'book'] as const] };

  test.each<{ calls: readonly string[]; passed: boolean }>([
    { calls: ['search', 'book'], passed: true },
    { calls: ['search', 'book', 'search'], passed: true },
    { calls: ['search'], passed: true },
    { calls: [], passed: true },
    { calls: ['book', 'search'], passed: false },
    { calls: ['book'], passed: false },
  ])('first occurrences count: $calls', ({ calls, passed }) => {
    expect(
      part(
        'before',
        before,
        calls.map((name) => made(name)),
      ).passed,
    ).toBe(passed);
  });

  test('the reason names both places', () => {
    expect(part('before', before, [made('book'), made('search')])).toMatchObject({
      score: 0,
      code: 'wrong_order',
      reason:
        '0 of 1 pair in the expected order; expected search before book, but search was call 2 and book was call 1',
    });
    expect(part('before', before, [made('book')]).reason).toContain('but search was not called and book was call 1');
  });
});

describe('tools.forbidden', () => {
  test('a call that fits a glob fails', () => {
    expect(
      part('forbidden', { forbidden: ['drop_*', 'delete_*'] }, [made('a'), made('delete_user', { id: 1 })]),
    ).toEqual({
      name: 'tools.forbidden',
      passed: false,
      score: 0,
      code: 'forbidden_call',
      reason: '1 of 2 calls made is forbidden; delete_user fits "delete_*" and was called with {"id":1}',
    });
  });

  test('holds without such a call', () => {
    expect(part('forbidden', { forbidden: ['delete_*'] }, [made('undelete')])).toMatchObject({
      passed: true,
      score: 1,
    });
  });

  test('names that nobody expects are shown safely', () => {
    const { reason } = part('forbidden', { forbidden: ['*'] }, [made('::set-output\n', {})]);
    expect(reason).toContain('"::set-output\\n" fits');
  });
});

describe('tools.count', () => {
  test.each<{ expectation: Partial<ToolsExpectation>; calls: number; code: string | null; reason: string }>([
    { expectation: { max_calls: 2 }, calls: 2, code: null, reason: '2 calls made, at most 2 expected' },
    { expectation: { max_calls: 2 }, calls: 3, code: 'too_many_calls', reason: '3 calls made, at most 2 expected' },
    { expectation: { max_calls: 0 }, calls: 1, code: 'too_many_calls', reason: '1 call made, at most 0 expected' },
    { expectation: { min_calls: 2 }, calls: 1, code: 'too_few_calls', reason: '1 call made, at least 2 expected' },
    {
      expectation: { min_calls: 1, max_calls: 2 },
      calls: 1,
      code: null,
      reason: '1 call made, at least 1 and at most 2 expected',
    },
  ])('$expectation with $calls calls', ({ expectation, calls, code, reason }) => {
    const result = part(
      'count',
      expectation,
      Array.from({ length: calls }, () => made('a')),
    );
    expect(result).toMatchObject({ passed: code === null, score: code === null ? 1 : 0, code, reason });
  });
});

describe('an agent without any account of its calls', () => {
  const everything = tools({ order: 'exact', calls: [call('a', {})], forbidden: ['x'], max_calls: 3 });

  test('fails every part and is told how to report: no account is not "no calls"', () => {
    const results = judge(everything, null);
    expect(results.map(({ passed, score, code }) => ({ passed, score, code }))).toEqual(
      results.map(() => ({ passed: false, score: 0, code: 'not_reported' })),
    );
    expect(results.map(({ name }) => name)).toEqual(judge(everything, []).map(({ name }) => name));
    expect(results[0]?.reason).toMatch(/return "tool_calls" \(\[\] when there were none\)/);
  });

  test('is not told so when it crashed', () => {
    expect(judge(everything, null, CRASHED)[0]?.reason).toBe(
      'the agent ended before it gave an account of its tool calls',
    );
  });
});

describe('properties', () => {
  const args = fc.record({ n: fc.integer({ min: 0, max: 1 }) }, { requiredKeys: [] });
  const name = fc.constantFrom('a', 'b', 'c');
  const calls = fc.array(
    fc.tuple(name, args).map(([tool, given]) => made(tool, given)),
    { maxLength: 5 },
  );
  const expectations = fc.record({
    calls: fc.array(
      fc
        .tuple(name, fc.option(args), fc.constantFrom('exact' as const, 'includes' as const))
        .map(([tool, given, args_match]) => call(tool, given, { args_match })),
      { minLength: 1, maxLength: 4 },
    ),
    allow_extra: fc.boolean(),
    forbidden: fc.constantFrom([], ['c']),
    max_calls: fc.option(fc.integer({ min: 0, max: 4 })),
  });

  test('permuting the calls never changes what order any says', () => {
    fc.assert(
      fc.property(
        expectations,
        calls.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        (expectation, [list, shuffled]) => {
          const said = (actual: readonly ToolCall[]) =>
            judge(tools(expectation), actual).map((result) => [result.name, result.passed, result.score]);
          expect(said(shuffled)).toEqual(said(list));
        },
      ),
    );
  });

  test('what holds in exact order holds in order, and what holds in order holds in any', () => {
    const holds = (expectation: ToolsExpectation, actual: readonly ToolCall[]) =>
      judge(expectation, actual).every(({ passed }) => passed);
    fc.assert(
      fc.property(expectations, calls, ({ calls: expected }, actual) => {
        const [any, inOrder, exact] = (['any', 'in_order', 'exact'] as const).map((order) =>
          holds(tools({ order, calls: expected }), actual),
        );
        if (exact) expect(inOrder).toBe(true);
        if (inOrder) expect(any).toBe(true);
      }),
    );
  });

  test('a trial holds in order exactly when all expected calls are a subsequence of the calls made', () => {
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.array(name, { maxLength: 6 }),
        (expected, actual) => {
          const results = judge(
            tools({ order: 'in_order', calls: expected.map((tool) => call(tool)) }),
            actual.map((tool) => made(tool)),
          );
          let next = 0;
          for (const tool of actual) if (tool === expected[next]) next++;
          expect(results.every(({ passed }) => passed)).toBe(next === expected.length);
        },
      ),
    );
  });

  test('without extras and with a full share, exactly the expected calls were made', () => {
    fc.assert(
      fc.property(expectations, calls, fc.constantFrom(0.3, 0.5, 1), (expectation, actual, min_matched) => {
        const expected = tools({ calls: expectation.calls, allow_extra: false, min_matched });
        const passed = judge(expected, actual).every((result) => result.passed);
        const strict = judge({ ...expected, min_matched: 1 }, actual).every((result) => result.passed);
        if (passed && actual.length >= expectation.calls.length) expect(strict).toBe(true);
      }),
    );
  });

  test('scores are shares, and a part without a full score never claims one', () => {
    fc.assert(
      fc.property(expectations, fc.constantFrom('any', 'in_order', 'exact'), calls, (expectation, order, actual) => {
        for (const { passed, score, code, reason } of judge(tools({ ...expectation, order }), actual)) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(passed).toBe(score === 1);
          expect(code === null).toBe(passed);
          expect(reason).not.toBe('');
        }
      }),
    );
  });
});
