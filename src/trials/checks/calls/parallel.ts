import { maximumMatching } from '#cases/matching/bipartite.ts';
import { fails, holds, type Judgement, unjudged } from '../terms/judgement.ts';
import { firstFew, shownName } from '../terms/shown.ts';
import type { CallsPart } from './calls-part.ts';
import type { Agreement, ComparedCalls } from './compared-calls.ts';

/**
 * The calls of each parallel group were requested in one model turn (equal `step`), each group in a turn of its own. Calls are
 * identified by arguments if all expected arguments were found, else by name. Score: groups in one turn / groups.
 */
export const parallelPart: CallsPart = {
  name: 'parallel',
  demanded: ({ calls }) => calls.some(({ kind }) => kind === 'parallel'),
  judge: (calls) => {
    const agreement: Agreement =
      calls.align('any', 'arguments').length === calls.expected.length ? 'arguments' : 'name';
    const groups = parallelGroups(calls);
    const modelTurns = [...new Set(calls.actual.map(({ step }) => step).filter((step) => step !== null))];
    const turnOf = maximumMatching(groups.length, modelTurns.length, (g, t) =>
      fitsInto(calls, groups[g] ?? [], agreement, (step) => step === modelTurns[t]),
    );
    const fitting = turnOf.filter((turn) => turn !== -1).length;
    if (fitting === groups.length) return holds(1, { kind: 'parallel', together: fitting, groups: fitting, apart: [] });
    const apart = groups.filter((_, g) => turnOf[g] === -1);
    return judgeApart(calls, apart, agreement, { together: fitting, groups: groups.length });
  },
};

/** Positions of the expected calls of each parallel group. */
function parallelGroups({ expectation, steps }: ComparedCalls): readonly (readonly number[])[] {
  let start = 0;
  return expectation.calls.flatMap(({ kind }, index) => {
    const size = steps[index] ?? 0;
    const group = Array.from({ length: size }, (_, offset) => start + offset);
    start += size;
    return kind === 'parallel' ? [group] : [];
  });
}

/** Whether every call of the group has its own match among those whose step is `within`. */
function fitsInto(
  { actual, agree }: ComparedCalls,
  group: readonly number[],
  agreement: Agreement,
  within: (step: number | null) => boolean,
): boolean {
  const there = actual.flatMap(({ step }, a) => (within(step) ? [a] : []));
  const matching = maximumMatching(group.length, there.length, (g, t) =>
    agree(group[g] ?? -1, there[t] ?? -1, agreement),
  );
  return !matching.includes(-1);
}

/** Groups that share no model turn: a failure, unless the agent did not report the turns of its calls. */
function judgeApart(
  calls: ComparedCalls,
  apart: readonly (readonly number[])[],
  agreement: Agreement,
  counts: { readonly together: number; readonly groups: number },
): Judgement {
  const names = apart.map((group) => `[${group.map((e) => shownName(calls.expected[e]?.name ?? '')).join(', ')}]`);
  const [first] = apart.flat();
  const made = first === undefined ? -1 : calls.actual.findIndex((_, a) => calls.agree(first, a, agreement));
  const wrong = { expected: first ?? null, made: made === -1 ? null : made };
  const fact = { kind: 'parallel', ...counts, apart: firstFew(names), wrong } as const;
  const score = counts.together / counts.groups;
  const proven = apart.find((group) => !fitsInto(calls, group, agreement, () => true));
  if (proven !== undefined) return fails('missing_call', score, fact);
  const unknown = calls.actual.some(
    ({ step }, a) => step === null && apart.some((group) => group.some((e) => calls.agree(e, a, agreement))),
  );
  if (!unknown) return fails('not_parallel', score, fact);
  return unjudged('not_reported', fact);
}
