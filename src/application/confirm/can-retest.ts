import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { EvaluateRequest } from '../evaluate-request.ts';
import type { Agent } from '../ports.ts';

/** Whether cases that look worse can be tried again here and on main. Known before the first trial, as a part of the budget is kept for it. */
export function canRetest(
  { confirm, facts: { run } }: Pick<EvaluateRequest, 'confirm' | 'facts'>,
  baseline: BaselineLookup,
  { source }: Pick<Agent, 'source'>,
): boolean {
  const isWhole = run.side === 'candidate' && run.shard === undefined;
  return (
    isWhole && confirm !== 'never' && source === 'live' && baseline.kind === 'found' && baseline.target_sha !== null
  );
}
