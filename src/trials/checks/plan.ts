import type { ToolsExpectation } from '#cases/suite/expectation.ts';
import type { PlanStep, ToolCall } from '#trials/trial/trajectory.ts';
import { gradeCalls } from './calls/grade-calls.ts';
import type { Check } from './terms/check.ts';
import { fails } from './terms/judgement.ts';

/** `plan`: the steps that the agent returned before acting, in the format of `tools`. Steps have no status and no model turn. */
export const planCheck: Check<ToolsExpectation> = {
  key: 'plan',
  judge: (expectation, { plan }) =>
    gradeCalls(
      'plan',
      expectation,
      plan?.map(asCall) ?? null,
      fails('not_reported', 0, { kind: 'unreported', what: 'plan' }),
    ),
};

function asCall({ name, arguments: args }: PlanStep): ToolCall {
  return { name, arguments: args, status: null, result: null, step: null };
}
