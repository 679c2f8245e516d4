import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { stagesUpTo } from '#gate/decision/again/stages.ts';
import type { Agent } from '#ports/ports.ts';
import type { EvaluateRequest } from '../request/evaluate-request.ts';

/**
 * Fresh trials per case and side, stage by stage, for what looks worse; `null`: main's agent can't be run next to the change's, so that its stored
 * trials decide. Known before the first trial, as the looks depend on it. Two jobs have one stage: neither can wait for the other.
 */
export function againStages(
  { confirm, suite, facts: { run } }: Pick<EvaluateRequest, 'confirm' | 'suite' | 'facts'>,
  baseline: BaselineLookup,
  { source }: Pick<Agent, 'source'>,
): readonly number[] | null {
  const isWhole = run.side === 'candidate' && (run.shard === undefined || confirm === 'job');
  const canRun = confirm !== 'never' && source === 'live' && baseline.kind === 'found' && baseline.target_sha !== null;
  if (!isWhole || !canRun) return null;
  const stages = stagesUpTo(suite.config.again, suite.config.gate.method);
  return confirm === 'job' ? stages.slice(-1) : stages;
}
