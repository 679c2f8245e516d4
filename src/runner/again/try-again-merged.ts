import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { confirmationOf, countable, type EarlierRun } from '#gate/baseline/resume/earlier-trials.ts';
import type { NextTrials } from '#gate/decision/next-trials.ts';
import { lastOfLooks } from '#gate/decision/terms/fresh-sides.ts';
import type { BaseCommit } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import { lastLook, lookOfTrial } from '#trials/trial/looks.ts';
import { unitedIncident } from '#trials/trial/provider-incident.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { askBase } from '../base-side/ask-base.ts';
import { neverAnswered } from '../base-side/run-base-trials.ts';
import { endedBy, endedByMain } from './ended-by.ts';
import { answers, furtherTrials, withFurtherTrials } from './further-trials.ts';
import type { Tried, TryAgain } from './try-again.ts';

/** The two commits, each in a checkout of its own, on a machine that no program of the change has met yet. */
export interface MergedSides {
  readonly main: BaseCommit;
  /** The evaluated commit, whose programs run when main's trials are over. */
  readonly change: BaseCommit;
  /** Runs of the same content: what they made is not made again. */
  readonly earlier: () => Promise<readonly EarlierRun[]>;
}

type Ports = { readonly progress: Progress; readonly signal: AbortSignal };

/**
 * Tries again in the job that merges: main first, so that nothing that the change leaves can reach main's trials, then the change. An outage that
 * struck the looks, which another job made, is as near to one side as to the other.
 *
 * @param sha the base commit; `null`: unknown
 */
export function tryAgainMerged(sha: string | null, suite: LoadedSuite, sides: MergedSides, ports: Ports): TryAgain {
  let stored: Promise<readonly EarlierRun[]> | null = null;
  return async (order, { results: known, fresh }) => {
    stored ??= sides.earlier();
    const earlier = await stored;
    const results = withFurtherTrials(known, freshOf(known, earlier));
    const question = {
      sha,
      trials: new Map(order.cases.map((id) => [id, order.stage])),
      made: fresh.kind === 'done' ? fresh.results : null,
      earlier: confirmationOf(earlier),
      agent_key: results.agent.key,
      must_answer: false,
    };
    const answer = await askBase(question, { base: sides.main, ...ports }).finally(() => sides.main.close());
    if ('problem' in answer) return endedByMain({ results, fresh, notes: [] }, answer);
    const { results: today, doubts } = answer;
    const before: Tried = { results, fresh: { kind: 'done', results: today, ended: null, doubts }, notes: [] };
    const after = await tryChange(suite, order, before, sides.change).finally(() => sides.change.close());
    const never = answers(after.results) ? neverAnswered(today) : null;
    const refused = { doubts, incident: today.incident };
    return never === null ? after : endedByMain({ ...after, fresh }, { problem: never, ...refused });
  };
}

/** The change's fresh trials that runs of the same agent and config made, by case id. */
function freshOf(known: ResultsFile, runs: readonly EarlierRun[]): ReadonlyMap<string, readonly TrialRecord[]> {
  const after = lastOfLooks(known);
  const same = runs.filter(
    ({ results: { agent, config } }) =>
      agent.key === known.agent.key &&
      agent.treatment_hash === known.agent.treatment_hash &&
      config.hash === known.config.hash,
  );
  const made = new Map<string, readonly TrialRecord[]>();
  for (const { results } of same)
    for (const item of results.cases)
      made.set(item.id, [
        ...(made.get(item.id) ?? []),
        ...countable(item, results).filter(({ index }) => index > after(item.id)),
      ]);
  return made;
}

/** Runs the fresh trials that the change does not have yet. */
async function tryChange(suite: LoadedSuite, order: NextTrials, before: Tried, side: BaseCommit): Promise<Tried> {
  const { results, fresh } = before;
  const further = furtherTrials({ suite, results, known: new Map() }, order);
  const missing = new Map(further.map((plan) => [`${plan.case.id} ${plan.index}`, plan]));
  const after = lastOfLooks(results);
  const from = new Map<string, number>();
  for (const { case: of, index } of further)
    from.set(of.id, Math.min(from.get(of.id) ?? order.stage, index - after(of.id) - 1));
  if (from.size === 0) return before;
  const to = new Map([...from.keys()].map((id) => [id, order.stage]));
  const answer = await side.run({ sha: results.commit.sha, from, to });
  if ('problem' in answer)
    return { ...before, fresh: endedBy(fresh, `this change was not tried again: ${answer.problem}`) };
  const records = answer.results.cases.map(({ id, trials }) => {
    const made = trials.flatMap((trial) => {
      const index = trial.index + after(id);
      const plan = missing.get(`${id} ${index}`);
      if (plan === undefined) return [];
      return [{ ...trial, index, look: plan.case.trials === null ? lookOfTrial(index, results.looks) : 1 }];
    });
    return [id, made] as const;
  });
  const { incident: struck } = answer.results;
  const shifted = struck && { ...struck, rounds: struck.rounds.map((round) => round + lastLook(results)) };
  const incident = unitedIncident([results.incident ?? [], shifted ?? []].flat());
  const tried = withFurtherTrials(results, new Map(records));
  return { ...before, results: { ...tried, turns: [order.stage], ...(incident && { incident }) } };
}
