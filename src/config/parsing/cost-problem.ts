import type { Case } from '#cases/suite/case.ts';
import { isJudgedByModel } from '#cases/suite/criteria-of.ts';
import { captureOf, isModelAgent } from '../capture.ts';
import type { Config } from '../config.ts';
import type { ConfigProblem } from './config-warnings.ts';

/** Why the cost of a trial can never be known, and what to add; `null` if it can be. */
export function costProblem({ agent, prices }: Pick<Config, 'agent' | 'prices'>): string | null {
  if (isModelAgent(agent)) {
    const { model } = agent;
    return isPriced(model, Object.keys(prices))
      ? null
      : `no price for ${model} → cost is unknown; add prices: {${model}: {input: …, output: …}} (US dollars per million tokens)`;
  }
  return captureOf(agent) === 'wire' && Object.keys(prices).length === 0
    ? 'no price for any model → cost is unknown; add prices: {MODEL: {input: …, output: …}} (US dollars per million tokens)'
    : null;
}

/** Why the cost of the judge, or of the second one, can never be known, and what to add; `null` if it can be, or nothing is judged. */
export function judgeCostProblem({
  config: { judge, prices },
  cases,
}: {
  readonly config: Pick<Config, 'judge' | 'prices'>;
  readonly cases: readonly Case[];
}): string | null {
  if (judge === null || !cases.some(isJudgedByModel)) return null;
  const models = [judge.model, ...(judge.audit === null ? [] : [judge.audit.model])];
  const unknown = models.find((model) => !isPriced(model, Object.keys(prices)));
  if (unknown === undefined) return null;
  return `no price for ${unknown}, which judges → its cost is unknown; add prices: {${unknown}: {input: …, output: …}} (US dollars per million tokens)`;
}

/** Configured cost gates that can never have a value. */
export function costGateProblems(config: Config): readonly ConfigProblem[] {
  const problem = costProblem(config);
  if (problem === null) return [];
  const { gate, gate_document: document } = config;
  const tags = Object.keys(gate.tags).filter((tag) => (gate.tags[tag]?.cost_usd ?? null) !== null);
  return [
    ...(gate.cost_usd !== null && 'cost_usd' in document ? [['gate', 'cost_usd']] : []),
    ...tags.map((tag) => ['gate', 'tags', tag, 'cost_usd']),
  ].map((path) => ({ path, message: `${problem}, or remove this rule` }));
}

/**
 * Whether some answer could be priced: models are requested by aliases and answer with dated names, and either may have the
 * price. The price of a sibling (`gpt-5.4-mini` for `gpt-5.4`) does not count.
 */
function isPriced(model: string, priced: readonly string[]): boolean {
  const stem = model.replace(/-(?:latest|\d{4}-\d{2}-\d{2}|\d{8})$/, '');
  return priced.some(
    (name) =>
      name === model || name === stem || (name.startsWith(`${stem}-`) && /^[\d-]+$/.test(name.slice(stem.length))),
  );
}
