import { evidence } from '#gate/baseline/results/evidence.ts';
import { decideCandidates, pairRounds, type TriedModel, type UpgradeRules } from '#gate/upgrade/decide-candidates.ts';
import type { RanSoFar } from './run-agents.ts';

/** What the candidates did beside today's model, which is the first. */
export function triedModels(ids: readonly string[], ran: readonly RanSoFar[], margin: number): readonly TriedModel[] {
  const [today = [], ...candidates] = ran.map(({ records }) =>
    ids.map((id) => {
      const judged = evidence({ trials: records.get(id) ?? [] });
      return new Map(judged.map(({ index, outcome }) => [index, outcome === 'passed']));
    }),
  );
  return candidates.map((candidate) => pairRounds(today, candidate, margin));
}

/** Which models take no more turns: a candidate that is decided or can't run; today's goes on until every candidate has ended. */
export function modelsThatEnded(
  ids: readonly string[],
  ran: readonly RanSoFar[],
  rules: UpgradeRules,
): readonly boolean[] {
  const findings = decideCandidates(triedModels(ids, ran, rules.margin), rules);
  const [today = true, ...candidates] = ran.map(canNotRun);
  const ended = candidates.map((is, at) => is || today || findings[at] !== null);
  return [ended.every(Boolean), ...ended];
}

/** It was stopped, or none of its trials could be judged. */
function canNotRun({ records, stopped }: RanSoFar): boolean {
  const trials = [...records.values()].flat();
  return stopped || (trials.length > 0 && trials.every(({ outcome }) => outcome === 'error'));
}
