import type { Case } from '#cases/suite/case.ts';
import type { Expectations, ToolsExpectation } from '#cases/suite/expectation.ts';
import { type ComparedCalls, compareCalls } from '#trials/checks/calls/compared-calls.ts';
import { scopesOf } from '#trials/checks/terms/scopes.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import type { Trial } from '#trials/trial/trial.ts';

/** Agreement of actual with expected tool calls, 0–1. */
export interface ToolMetrics {
  readonly tool_recall: number | null;
  readonly tool_precision: number | null;
  readonly parameter_accuracy: number | null;
}

/**
 * With E expected and A actual calls and M pairs matched by name under the expectation's order (maximum bipartite, longest
 * common subsequence, or position), summed over all expectations that say which calls to make:
 *
 * - recall M/|E|, `null` without expected calls;
 * - precision M/|A|; 1 if both are empty, 0 if only A is;
 * - parameter accuracy: pairs by name and arguments (maximum bipartite, in any order) / |E|.
 *
 * An expectation that only forbids, counts or orders calls says nothing about which to make and is left out; `no_tools`, and no
 * extras next to an empty list, say that none is to be made.
 */
export function toolMetrics(evalCase: Case, trial: Trial): ToolMetrics {
  const compared = comparedCalls(evalCase, trial);
  const sum = (count: (calls: ComparedCalls) => number): number =>
    compared.reduce((total, calls) => total + count(calls), 0);
  const expected = sum((calls) => calls.expected.length);
  const actual = sum((calls) => calls.actual.length);
  const byName = sum((calls) => calls.align(calls.expectation.order, 'name').length);
  const byArguments = sum((calls) => calls.align('any', 'arguments').length);

  const precision = actual === 0 ? Number(expected === 0) : byName / actual;
  return {
    tool_recall: expected === 0 ? null : byName / expected,
    tool_precision: compared.length === 0 ? null : precision,
    parameter_accuracy: expected === 0 ? null : byArguments / expected,
  };
}

function comparedCalls(evalCase: Case, trial: Trial): readonly ComparedCalls[] {
  return scopesOf(evalCase).flatMap(({ turn, expect }) => {
    const stated = statedCalls(expect);
    const calls = trialView(evalCase, trial, turn).tool_calls ?? (trial.end.kind === 'completed' ? null : []);
    return stated === null || calls === null ? [] : [compareCalls(stated, calls)];
  });
}

/** The expectation if it says which calls to make, else `null`. */
function statedCalls({ tools, no_tools }: Expectations): ToolsExpectation | null {
  if (tools !== undefined && (tools.calls.length > 0 || !tools.allow_extra || tools.order === 'exact')) return tools;
  return no_tools === undefined ? null : NO_CALLS;
}

const NO_CALLS: ToolsExpectation = {
  order: 'any',
  allow_extra: false,
  calls: [],
  before: [],
  forbidden: [],
  min_calls: null,
  max_calls: null,
  min_matched: 1,
};
