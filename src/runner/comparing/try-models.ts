import { evidence } from '#gate/baseline/results/evidence.ts';
import {
  decideCandidates,
  pairRounds,
  type TrialOutcomes,
  type TriedModel,
  type UpgradeRules,
} from '#gate/upgrade/decide-candidates.ts';
import type { RanSoFar } from './run-agents.ts';

/** What the candidates did beside today's model, which is the first; `null`: a candidate, or today's model itself, never had a judged trial. */
export function triedModels(
  ids: readonly string[],
  [today, ...candidates]: readonly RanSoFar[],
  margin: number,
): readonly (TriedModel | null)[] {
  const before = outcomesOf(ids, today);
  return candidates.map((candidate) => {
    const now = outcomesOf(ids, candidate);
    return before === null || now === null ? null : pairRounds(before, now, margin);
  });
}

/** Which models take no more turns; today's goes on until every candidate has ended. */
export function modelsThatEnded(
  ids: readonly string[],
  ran: readonly RanSoFar[],
  rules: UpgradeRules,
): readonly boolean[] {
  const [today, ...candidates] = ran;
  const findings = decideCandidates(triedModels(ids, ran, rules.margin), rules);
  const ended = candidates.map(({ stopped }, at) => stopped || today?.stopped === true || findings[at] !== null);
  return [ended.every(Boolean), ...ended];
}

/** `null`: it ran, and no trial of any case could be judged. */
function outcomesOf(ids: readonly string[], ran: RanSoFar | undefined): readonly TrialOutcomes[] | null {
  const trialsOf = (id: string) => ran?.records.get(id) ?? [];
  const outcomes = ids.map(
    (id) => new Map(evidence({ trials: trialsOf(id) }).map(({ index, outcome }) => [index, outcome === 'passed'])),
  );
  const began = ran?.stopped === true || ids.some((id) => trialsOf(id).length > 0);
  return began && outcomes.every(({ size }) => size === 0) ? null : outcomes;
}
