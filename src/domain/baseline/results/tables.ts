import { checkWords } from '#domain/facts/check-words.ts';
import { jsonText } from '#domain/json-text.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { CaseRecord, ResultsFile } from './results-file.ts';

/** A value as a database holds it. */
export type Cell = string | number | null;

/** A table with its columns, their SQL types, and rows. */
export interface Table {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly key: readonly string[];
  readonly rows: Iterable<readonly Cell[]>;
}

/** Results of one run, with the path that they were read from. */
export interface NamedResults {
  readonly file: string;
  readonly results: ResultsFile;
}

/**
 * Results as four tables: runs, their cases, their trials, and the scores of each trial. Runs are numbered from 1 in the given
 * order; yes and no are 1 and 0, unknown is NULL, lists and free data are JSON, times are ISO 8601.
 */
export function tablesOf(runs: readonly NamedResults[]): readonly Table[] {
  const numbered = runs.map((named, index) => ({ ...named, run: index + 1 }));
  return [
    table('runs', RUN_COLUMNS, ['run'], () => numbered.map(runRow)),
    table('cases', CASE_COLUMNS, ['run', 'case_id'], function* () {
      for (const { run, results } of numbered) for (const item of results.cases) yield caseRow(run, item);
    }),
    table('trials', TRIAL_COLUMNS, ['run', 'case_id', 'trial'], function* () {
      for (const { run, results } of numbered)
        for (const item of results.cases) for (const trial of item.trials) yield trialRow(run, item.id, trial);
    }),
    table('scores', SCORE_COLUMNS, ['run', 'case_id', 'trial', 'check_id'], function* () {
      for (const { run, results } of numbered)
        for (const item of results.cases) for (const trial of item.trials) yield* scoreRows(run, item.id, trial);
    }),
  ];
}

function table(name: string, columns: string, key: readonly string[], rows: () => Iterable<readonly Cell[]>): Table {
  const pairs = columns.split(', ').map((column): readonly [string, string] => {
    const [title = '', type = 'TEXT'] = column.split(' ');
    return [title, type];
  });
  return { name, columns: pairs, key, rows: { [Symbol.iterator]: () => rows()[Symbol.iterator]() } };
}

const RUN_COLUMNS =
  'run INTEGER, file TEXT, run_id TEXT, attempt INTEGER, event TEXT, workflow TEXT, suite TEXT, side TEXT, sha TEXT, ref TEXT, head_sha TEXT, pull_request INTEGER, created_at TEXT, finished_at TEXT, complete INTEGER, config_path TEXT, agent_kind TEXT, models TEXT, epoch TEXT, verdict TEXT, tool_version TEXT';

function runRow({ run: number, file, results }: NamedResults & { readonly run: number }): readonly Cell[] {
  const { run, commit, config, agent, tool } = results;
  return [
    ...[number, file, run.id, run.attempt, run.event, run.workflow, run.key, run.side, commit.sha, commit.ref],
    ...[commit.head_sha, commit.pull_request, results.created_at, results.finished_at, Number(results.complete)],
    ...[config.path, agent.kind, jsonText(agent.models), results.epoch?.id ?? null],
    ...[results.verdicts?.at(-1)?.verdict ?? null, tool.version],
  ];
}

const CASE_COLUMNS =
  'run INTEGER, case_id TEXT, name TEXT, tags TEXT, never_fail INTEGER, planned_trials INTEGER, input_hash TEXT, expect_hash TEXT, metadata TEXT';

function caseRow(run: number, item: CaseRecord): readonly Cell[] {
  const { id, name, tags, never_fail, planned_trials: planned, input_hash, expect_hash, metadata } = item;
  return [run, id, name, jsonText(tags), Number(never_fail), planned, input_hash, expect_hash, jsonText(metadata)];
}

const TRIAL_COLUMNS =
  'run INTEGER, case_id TEXT, trial INTEGER, outcome TEXT, source TEXT, tool_recall REAL, tool_precision REAL, parameter_accuracy REAL, steps INTEGER, latency_ms REAL, duration_ms REAL, input_tokens INTEGER, output_tokens INTEGER, total_tokens INTEGER, cost_usd REAL, failure_kind TEXT, failure_message TEXT, error_class TEXT, error_message TEXT, cause TEXT, started_at TEXT, run_attempt INTEGER, trajectory TEXT';

function trialRow(run: number, id: string, trial: TrialRecord): readonly Cell[] {
  const { usage, failure, error } = trial;
  return [
    ...[run, id, trial.index, trial.outcome, trial.source, trial.tool_recall, trial.tool_precision],
    ...[trial.parameter_accuracy, trial.steps, trial.latency_ms, trial.duration_ms],
    ...[usage.input_tokens, usage.output_tokens, usage.total_tokens, usage.cost_usd],
    ...[failure?.kind ?? null, failure?.message ?? null, error?.class ?? null, error?.message ?? null],
    ...[trial.cause ?? null, trial.started_at, trial.run_attempt, trial.trajectory],
  ];
}

const SCORE_COLUMNS =
  'run INTEGER, case_id TEXT, trial INTEGER, check_id TEXT, name TEXT, turn INTEGER, passed INTEGER, score REAL, code TEXT, reason TEXT';

/** Ids are unique within a trial; in a file that was changed by hand the first of several counts. */
function* scoreRows(run: number, id: string, { index, checks }: TrialRecord): Generator<readonly Cell[]> {
  const seen = new Set<string>();
  for (const check of checks) {
    if (seen.has(check.id)) continue;
    seen.add(check.id);
    const passed = check.passed === null ? null : Number(check.passed);
    yield [
      run,
      id,
      index,
      check.id,
      check.name,
      check.turn,
      passed,
      check.score,
      check.fact.code,
      checkWords(check.fact),
    ];
  }
}
