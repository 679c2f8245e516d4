import { isJsonObject } from '#common/json.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';

/**
 * Sentences for the report on rules without data. Only latency: it is tested only if configured, and an agent that does not
 * report its start has none.
 */
export function untestedRules({ policy, cases }: Pick<ResultsFile, 'policy' | 'cases'>): readonly string[] {
  const limitsLatency = isJsonObject(policy.effective) && (policy.effective['latency_ms'] ?? null) !== null;
  const scored = cases.flatMap(({ trials }) => trials).filter(({ outcome }) => outcome !== 'error');
  const known = scored.some(({ latency_ms }) => latency_ms !== null);
  return limitsLatency && scored.length > 0 && !known ? [NO_LATENCY] : [];
}

const NO_LATENCY =
  'gate.latency_ms is not tested: no trial has a latency, because the agent did not say when it had started; let its program print the line {"type":"ready"}';
