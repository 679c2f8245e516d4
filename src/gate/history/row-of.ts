import type { EpochChange } from '#gate/baseline/epoch/epoch-change.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import { scoredTrials } from '#gate/baseline/results/evidence.ts';
import { figuresOfRun } from '#gate/baseline/results/figures-of-run.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { byFailureType } from './failure-types.ts';
import type { EpochStart, HistoryRow, PassedOf } from './history-row.ts';
import { ROW_TEXTS } from './row-schema.ts';

/** What a results file does not say about its run. */
export interface RowFacts extends Pick<HistoryRow, 'run_url' | 'verdict' | 'audit'> {
  /** What changed on main with it. */
  readonly changes: readonly EpochChange[];
  /** Runs of main before it, nearest first. */
  readonly before: readonly ResultsFile[];
}

/** The row of a run of main. Only trials of the plan count, if they were judged and not replayed. */
export function rowOf(
  results: ResultsFile,
  { run_url, verdict, audit, changes, before }: RowFacts,
): HistoryRow & { readonly drift: null } {
  const cases = Object.fromEntries(results.cases.map((item) => [item.id, passedOf(item)]));
  const counts = Object.values(cases);
  const trials = results.cases.flatMap((item) => item.trials);
  return {
    sha: keepIfMatching(ROW_TEXTS.sha, results.commit.sha),
    date: results.created_at,
    run_id: keepIfMatching(ROW_TEXTS.run_id, results.run.id),
    attempt: results.run.attempt,
    event: keepIfMatching(ROW_TEXTS.event, results.run.event),
    run_url: keepIfMatching(ROW_TEXTS.run_url, run_url),
    models: results.agent.models.slice(0, MOST_MODELS),
    judge: results.judge?.model ?? null,
    epoch: keepIfMatching(ROW_TEXTS.epoch, results.epoch?.id ?? null),
    began: changes.map(startOf).find((start) => start !== null) ?? null,
    anew: results.cases.filter((item) => isAnew(item, before)).map(({ id }) => id),
    cases,
    failure_types: byFailureType(results.cases, passedOf),
    passed: counts.reduce((sum, [passed]) => sum + passed, 0),
    scored: counts.reduce((sum, [, scored]) => sum + scored, 0),
    total_tokens: sumOf(trials.flatMap(({ usage, user_usage: user }) => [usage.total_tokens, user?.total_tokens])),
    cost_usd: sumOf(trials.flatMap(({ usage, user_usage: user }) => [usage.cost_usd, user?.cost_usd])),
    latency_ms: figuresOfRun(results).suite.mean_latency_ms,
    verdict,
    audit,
    drift: null,
  };
}

const MOST_MODELS = 20;

/** A text that would make the row unreadable becomes unknown: results from elsewhere may hold anything. */
function keepIfMatching(pattern: RegExp, text: string | null): string | null {
  return text !== null && pattern.test(text) ? text : null;
}

function passedOf(item: CaseRecord): PassedOf {
  const planned = scoredTrials(item).filter(
    ({ index, source }) => index <= item.planned_trials && source !== 'replayed',
  );
  return [planned.filter(({ outcome }) => outcome === 'passed').length, planned.length];
}

function startOf(change: EpochChange): EpochStart | null {
  switch (change.kind) {
    case 'conditions':
    case 'declared':
    case 'accepted':
      return 'settings';
    case 'suite':
      return change.now > change.before ? 'better' : 'worse';
    case 'case':
      return null;
  }
}

/** Whether the nearest run that had the case had another content under its id. */
function isAnew(item: CaseRecord, before: readonly ResultsFile[]): boolean {
  for (const { cases } of before) {
    const earlier = cases.find(({ id }) => id === item.id);
    if (earlier !== undefined) return !isSameCase(item, earlier);
  }
  return false;
}

/** Sum of the known values; `null` if none is known. */
function sumOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
