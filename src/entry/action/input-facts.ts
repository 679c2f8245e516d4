import type { ActionInputs } from '#adapters/github/event/inputs.ts';
import type { JsonObject } from '#domain/json.ts';

/** What is stored of the inputs, under the names of action.yml: those that decide what is run, what it is compared with and what becomes of it. */
export function inputFacts(inputs: ActionInputs): JsonObject {
  const { baseline, budget } = inputs;
  return {
    cases: inputs.cases,
    tags: inputs.tags,
    'fail-on': inputs.failOn,
    baseline: baseline.kind === 'file' ? `file:${baseline.path}` : baseline.kind,
    'baseline-workflow': inputs.baselineWorkflow,
    'baseline-required': inputs.baselineRequired,
    confirm: inputs.confirm,
    comment: inputs.comment,
    'max-cost-usd': budget.max_cost_usd,
    'max-tokens': budget.max_tokens,
    'max-duration': budget.max_duration_ms === null ? null : `${budget.max_duration_ms} ms`,
    'max-trials': budget.max_trials,
  };
}
