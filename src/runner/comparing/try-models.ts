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
    return isSilent(candidate, now) || isSilent(today, before) ? null : pairRounds(before, now, margin);
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

function outcomesOf(ids: readonly string[], ran: RanSoFar | undefined): readonly TrialOutcomes[] {
  return ids.map((id) => {
    const trials = evidence({ trials: ran?.records.get(id) ?? [] });
    return new Map(trials.map(({ index, outcome }) => [index, outcome === 'passed']));
  });
}

/** It ran, and no trial of any case could be judged. */
function isSilent(ran: RanSoFar | undefined, outcomes: readonly TrialOutcomes[]): boolean {
  const began = ran !== undefined && (ran.stopped || [...ran.records.values()].some(({ length }) => length > 0));
  return began && outcomes.every(({ size }) => size === 0);
}
