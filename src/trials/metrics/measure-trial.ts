import type { Case } from '#cases/suite/case.ts';
import type { RetrievedExpectation } from '#cases/suite/expectation.ts';
import { groupBy } from '#common/group-by.ts';
import { mean } from '#statistics/mean.ts';
import type { GradedTrial } from '#trials/checks/grade-by-checks.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { type CheckRecord, checkKind } from '#trials/trial/trial-record.ts';
import { type TrialMetrics, UNMEASURED } from '#trials/trial/unmeasured.ts';
import { findPhrases } from '../checks/response/find-phrases.ts';
import { scopesOf } from '../checks/terms/scopes.ts';
import { trialView } from '../checks/trial-view.ts';
import { toolMetrics } from './tool-metrics.ts';

/** Version of the definitions of all metrics: numbers of different versions are not compared. */
export const METRICS_VERSION = 2;

/**
 * Measures one graded trial, over the expectations of its turns and of the whole trial together: numerators and denominators
 * are summed, and each expectation pairs calls by itself. An `error` outcome measures nothing. A trial that failed by crash or
 * time-out is measured on what it has: unreported work counts as not done, so its recall is 0 if nothing was called. In a
 * completed trial, what was not reported is unknown.
 */
export function measureTrial(evalCase: Case, trial: Trial, graded: GradedTrial): TrialMetrics {
  if (graded.outcome === 'error') return UNMEASURED;
  const tools = toolMetrics(evalCase, trial);
  const phrases = phraseRecall(evalCase, trial);
  return {
    ...tools,
    phrase_recall: phrases,
    mean_recall: meanRecall(tools.tool_recall, phrases),
    turn_pass_rate: shareOfTurns(turnsOf(graded.checks, trial.end.kind === 'completed')),
    ...retrievalAccuracy(evalCase, trial),
    tools_ok: checksHold(graded.checks, ['tools', 'no_tools']),
    response_ok: checksHold(graded.checks, ['response']),
    completed: trial.end.kind === 'completed',
  };
}

/** Mean of tool recall and phrase recall, over those that are defined. */
function meanRecall(toolRecall: number | null, phrases: number | null): number | null {
  if (toolRecall === null) return phrases;
  return phrases === null ? toolRecall : (toolRecall + phrases) / 2;
}

/**
 * Which turns with checks of their own hold all of them. A turn that could not be judged is left out, unless the trial was interrupted.
 *
 * @param completed the trial was not interrupted
 */
export function turnsOf(checks: readonly CheckRecord[], completed: boolean): ReadonlyMap<number, boolean> {
  const outcomes = new Map<number, boolean>();
  for (const turn of new Set(checks.map((check) => check.turn))) {
    const holds = checksHold(checks.filter((check) => check.turn === turn)) ?? (completed ? null : false);
    if (turn !== null && holds !== null) outcomes.set(turn, holds);
  }
  return outcomes;
}

/** The share of turns that hold; `null` if none was judged. */
export function shareOfTurns(turns: ReadonlyMap<number, boolean>): number | null {
  return turns.size === 0 ? null : [...turns.values()].filter(Boolean).length / turns.size;
}

/**
 * Whether all checks hold: false if one fails; `null` if there are none, or one could not judge and none fails.
 *
 * @param kinds only checks of these kinds (`tools` is the kind of `tools.order`); all if omitted
 */
function checksHold(checks: readonly CheckRecord[], kinds?: readonly string[]): boolean | null {
  const relevant = checks.filter((check) => kinds === undefined || kinds.includes(checkKind(check)));
  if (relevant.some(({ passed }) => passed === false)) return false;
  return relevant.length === 0 || relevant.some(({ passed }) => passed === null) ? null : true;
}

/** Phrases found / phrases of all `response.contains`; `null` without any. A missing answer contains no phrase. */
function phraseRecall(evalCase: Case, trial: Trial): number | null {
  let hits = 0;
  let phrases = 0;
  for (const { turn, expect } of scopesOf(evalCase)) {
    const { contains = [], case_sensitive = false } = expect.response ?? {};
    const answer = trialView(evalCase, trial, turn).output;
    phrases += contains.length;
    hits += answer === null ? 0 : findPhrases(contains, answer, case_sensitive).length;
  }
  return phrases === 0 ? null : hits / phrases;
}

/** Accuracy at k: share of `retrieved` expectations with at least one expected id among the first k, of all and of those of each k; `null` without any. */
function retrievalAccuracy(evalCase: Case, trial: Trial): Pick<TrialMetrics, 'retrieval_accuracy' | 'retrieval_at'> {
  const queries = scopesOf(evalCase).flatMap(({ turn, expect }) => {
    const retrieved = trialView(evalCase, trial, turn).retrieved ?? (trial.end.kind === 'completed' ? null : []);
    if (expect.retrieved === undefined || retrieved === null) return [];
    return [{ [expect.retrieved.k]: Number(hits(expect.retrieved, retrieved)) }];
  });
  return { retrieval_accuracy: mean(queries.flatMap(Object.values)), retrieval_at: meanAt(queries) };
}

/** The mean of each key over those that have it; `null` where none has one. */
export function meanAt(all: readonly (Readonly<Record<string, number>> | null)[]): TrialMetrics['retrieval_at'] {
  const values = groupBy(
    all.flatMap((each) => Object.entries(each ?? {})),
    ([key]) => key,
  );
  const means = [...values].map(([key, own]) => [key, mean(own.map(([, value]) => value)) ?? 0] as const);
  return means.length === 0 ? null : Object.fromEntries(means);
}

function hits({ ids, k }: RetrievedExpectation, retrieved: readonly string[]): boolean {
  return retrieved.slice(0, k).some((id) => ids.includes(id));
}
