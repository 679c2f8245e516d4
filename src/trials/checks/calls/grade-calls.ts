import { matchesNameGlob } from '#cases/matching/name-glob.ts';
import { isSameText } from '#cases/matching/texts/fold-text.ts';
import type { ToolsExpectation } from '#cases/suite/expectation.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { CheckResult } from '../terms/check.ts';
import { fails, holds, type Judgement } from '../terms/judgement.ts';
import { firstFew, shownName, shownValue } from '../terms/shown.ts';
import { argsPart } from './args.ts';
import type { CallsPart } from './calls-part.ts';
import { type ComparedCalls, compareCalls } from './compared-calls.ts';
import { type DifferenceFact, differenceFact } from './difference-fact.ts';
import { orderPart } from './order.ts';
import { pairCalls } from './pair-calls.ts';
import { parallelPart } from './parallel.ts';
import { reachesShare } from './share.ts';

/**
 * Calls that were matched by name and arguments also ended with the expected status. Score: matched with status / matched.
 * `tools.args` and `tools.present` judge calls without a match, but without any match nothing holds.
 */
const statusPart: CallsPart = {
  name: 'status',
  demanded: ({ calls }) =>
    calls.some((step) => (step.kind === 'call' ? [step.call] : step.calls).some(({ status }) => status !== null)),
  judge: (calls) => {
    const matched = calls.align('any', 'arguments').length;
    const ended = calls.align('any', 'status').length;
    if (matched === 0)
      return fails('missing_call', 0, { kind: 'none_made', expected_calls: calls.expected.length, of: 'status' });
    const fact = { kind: 'status', ended, matched, difference: null } as const;
    if (ended === matched || reachesShare(ended, calls.expected.length, calls.expectation.min_matched))
      return holds(ended / matched, fact);
    return fails('wrong_status', ended / matched, { ...fact, ...firstWrongStatus(calls) });
  },
};

/** Every expected call was made, by name; each actual call counts once. Score: calls made / calls expected. */
const presentPart: CallsPart = {
  name: 'present',
  demanded: ({ calls }) => calls.length > 0,
  judge: (calls) => {
    const { expected, actual, expectation } = calls;
    const { pairs, missing } = pairCalls(calls);
    const made = expected.length - missing.length;
    const score = made / expected.length;
    const share = expectation.min_matched;
    const fact = { kind: 'calls_made', made, of: expected.length, share, pairs, missing: [], called: [] } as const;
    if (reachesShare(made, expected.length, share)) return holds(score, fact);
    return fails('missing_call', score, {
      ...fact,
      missing: firstFew(missing.map((e) => shownName(expected[e]?.name ?? ''))),
      called: firstFew(actual.map(({ name }) => shownName(name))),
      wrong: { expected: missing[0] ?? null, made: null },
    });
  },
};

/** No call whose name matches one of the globs. Score: 1 or 0. */
const forbiddenPart: CallsPart = {
  name: 'forbidden',
  demanded: ({ forbidden }) => forbidden.length > 0,
  judge: ({ expectation: { forbidden }, actual }) => {
    const hits = actual.filter(({ name }) => forbidden.some((glob) => matchesNameGlob(glob, name)));
    const fact = { kind: 'forbidden', forbidden: hits.length, made: actual.length, call: null } as const;
    const [worst] = hits;
    if (worst === undefined) return holds(1, fact);
    const glob = forbidden.find((candidate) => matchesNameGlob(candidate, worst.name)) ?? '';
    const call = { name: shownName(worst.name), glob: shownValue(glob), arguments: shownValue(worst.arguments) };
    return fails('forbidden_call', 0, { ...fact, call, wrong: { expected: null, made: actual.indexOf(worst) } });
  },
};

/**
 * No call beyond the expected ones: each actual call matches an expected one by name and by arguments, as that expected call
 * compares them. The rest is extra, so `delete_file {path: b}` is extra if `delete_file {path: a}` was expected. Score:
 * expected calls made / calls made, 1 without any.
 */
const extraPart: CallsPart = {
  name: 'extra',
  demanded: ({ allow_extra, order }) => !allow_extra || order === 'exact',
  judge: ({ align, actual, expected }) => {
    const matches = new Set(align('any', 'arguments').map(([, a]) => a));
    const fact = { kind: 'extra', expected: matches.size, made: actual.length, unexpected: [] } as const;
    const extra = actual.filter((_, a) => !matches.has(a));
    if (extra.length === 0) return holds(1, fact);
    const names = new Set(expected.map(({ name }) => name));
    return fails('unexpected_call', matches.size / actual.length, {
      ...fact,
      unexpected: firstFew(
        extra.map((call) => (names.has(call.name) ? callWithArguments(call) : shownName(call.name))),
      ),
      wrong: { expected: null, made: actual.findIndex((_, a) => !matches.has(a)) },
    });
  },
};

/** The number of calls is between `min_calls` and `max_calls`, bounds included. Score: 1 or 0. */
const countPart: CallsPart = {
  name: 'count',
  demanded: ({ min_calls, max_calls }) => min_calls !== null || max_calls !== null,
  judge: ({ expectation: { min_calls, max_calls }, actual }) => {
    const fact = { kind: 'number', made: actual.length, least: min_calls, most: max_calls } as const;
    if (max_calls !== null && actual.length > max_calls)
      return fails('too_many_calls', 0, { ...fact, wrong: { expected: null, made: max_calls } });
    if (min_calls !== null && actual.length < min_calls) return fails('too_few_calls', 0, fact);
    return holds(1, fact);
  },
};

/**
 * For each pair [first, then]: the first call of `then` comes after the first call of `first`. A pair whose `then` was not called
 * holds: `before` demands an order, not a call. Score: pairs that hold / pairs.
 */
const beforePart: CallsPart = {
  name: 'before',
  demanded: ({ before }) => before.length > 0,
  judge: ({ expectation: { before }, actual }) => {
    const firstCall = (name: string): number => actual.findIndex((call) => isSameText(call.name, name));
    const violations = before.filter(([first, then]) => {
      const [firstAt, thenAt] = [firstCall(first), firstCall(then)];
      return thenAt !== -1 && (firstAt === -1 || firstAt >= thenAt);
    });
    const met = before.length - violations.length;
    const fact = { kind: 'before', kept: met, pairs: before.length, broken: null } as const;
    const [worst] = violations;
    if (worst === undefined) return holds(1, fact);
    const [first, then] = worst;
    const [firstAt, second_at] = [firstCall(first), firstCall(then)];
    const first_at = firstAt === -1 ? null : firstAt;
    return fails('wrong_order', met / before.length, {
      ...fact,
      broken: { first: shownName(first), second: shownName(then), first_at, second_at },
      wrong: { expected: null, made: second_at },
    });
  },
};

/** In the order of the report: earlier ones explain later ones. */
const parts: readonly CallsPart[] = [
  presentPart,
  argsPart,
  statusPart,
  orderPart,
  extraPart,
  parallelPart,
  beforePart,
  forbiddenPart,
  countPart,
];

/**
 * Judges every part that the expectation demands, each by itself.
 *
 * @param kind first part of the results' names: `tools` or `plan`
 * @param calls `null` if they are not known: the verdict of every part is `unreported`
 */
export function gradeCalls(
  kind: 'tools' | 'plan',
  expectation: ToolsExpectation,
  calls: readonly ToolCall[] | null,
  unreported: Judgement,
): readonly CheckResult[] {
  const demanded = parts.filter((part) => part.demanded(expectation));
  if (calls === null) return demanded.map(({ name }) => ({ name: `${kind}.${name}`, ...unreported }));
  const compared = compareCalls(expectation, calls);
  return demanded.map((part) => ({ name: `${kind}.${part.name}`, ...part.judge(compared) }));
}

/** Calls of an expected name are shown with their arguments. */
function callWithArguments({ name, arguments: args }: ToolCall): string {
  return `${shownName(name)} ${shownValue(args)}`;
}

/** Empty if no pairing of the calls gives all of them the expected arguments and the expected status. */
function firstWrongStatus(calls: ComparedCalls): Miss {
  const fine = calls.align('any', 'status');
  const paired = new Set(fine.map(([e]) => e));
  const used = new Set(fine.map(([, a]) => a));
  for (const [e, expectedCall] of calls.expected.entries()) {
    if (paired.has(e)) continue;
    const a = calls.actual.findIndex((_, index) => !used.has(index) && calls.agree(e, index, 'arguments'));
    const difference = a === -1 ? null : calls.difference(e, a);
    if (difference !== null)
      return { difference: differenceFact(expectedCall.name, difference), wrong: { expected: e, made: a } };
  }
  return {};
}

interface Miss {
  readonly difference?: DifferenceFact;
  readonly wrong?: { readonly expected: number; readonly made: number };
}
