import { HASH_VERSION } from '#cases/suite/case-hashes.ts';
import { plural } from '#common/words.ts';
import { caseKey } from '#gate/baseline/pairing/pair-cases.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { METRICS_VERSION } from '#trials/metrics/measure-trial.ts';
import { type CaseIdentity, notRegraded, type Regradable, regradeRecord, storesInPart } from './regradable.ts';
import type { GradedAgain } from './unfair-cases.ts';

/** A stored run, and the form in which to grade it. */
export interface RunToGrade {
  readonly run: StoredRun;
  readonly stored: StoredRun;
}

/** The result of grading stored trials again. */
export interface Regrading {
  /** Cases to grade again, by run in the form to be graded. */
  readonly cases_by_run: ReadonlyMap<StoredRun, readonly Regradable[]>;
  readonly graded: ReadonlyMap<StoredRun, GradedAgain>;
  /** Why cases can't be graded again, by id, a sentence part. */
  readonly problems: ReadonlyMap<string, string>;
  /** The cases of the suite. */
  readonly heads: readonly CaseIdentity[];
}

/** The lookup with the new grades in place of the stored ones, and with a note of what was done. */
export function regradedLookup(
  baseline: Extract<BaselineLookup, { kind: 'found' }>,
  runs: readonly RunToGrade[],
  { cases_by_run, graded, problems, heads }: Regrading,
): BaselineLookup {
  const after = runs.map(({ run, stored }): GradedRun => {
    const cases = cases_by_run.get(run);
    const again = graded.get(run);
    if (cases === undefined || again === undefined) return { run: stored, trials: 0, version: null };
    if (run !== stored && 'problem' in again) return { run: stored, trials: 0, version: null };
    const records = cases.map((evalCase) => recordOf(evalCase, again, problems));
    const gone = run === stored ? [] : unmeasured(run.results.cases, heads, problems);
    const done = cases.filter(({ record }) => !problems.has(record.id) && !('problem' in again));
    return {
      run: withRecords(run, [...records, ...gone]),
      trials: done.reduce((sum, evalCase) => sum + evalCase.trials.length, 0),
      version: run === stored ? null : stored.results.metrics_version,
    };
  });
  const [first, ...others] = after.map(({ run }) => run);
  return {
    ...baseline,
    runs: [first ?? baseline.runs[0], ...others],
    notes: [...baseline.notes, ...noteOf(after, idsOf(cases_by_run), problems)],
  };
}

/** Cases to grade again, by id, each once. */
export function idsOf(casesByRun: Regrading['cases_by_run']): readonly string[] {
  return [...new Set([...casesByRun.values()].flat().map(({ record }) => record.id))];
}

/** A stored run, and the form in which to grade it: if another version of the metrics measured it, as if this one had. */
export function asMeasuredHere(stored: StoredRun): RunToGrade {
  const { results } = stored;
  return { stored, run: isRemeasurable(results) ? { ...stored, results: withCurrentMetrics(results) } : stored };
}

interface GradedRun {
  readonly run: StoredRun;
  /** How many trials were graded again. */
  readonly trials: number;
  /** The version of the metrics that had measured it, if it was another one; else `null`. */
  readonly version: number | null;
}

/** The final record of one case. */
function recordOf(evalCase: Regradable, graded: GradedAgain, problems: ReadonlyMap<string, string>): CaseRecord {
  const problem = problems.get(evalCase.record.id);
  if (problem !== undefined) return notRegraded(evalCase.record, problem);
  if ('problem' in graded) return notRegraded(evalCase.record, `its trajectories ${graded.problem}`);
  return regradeRecord(evalCase, graded.get(evalCase.record.id) ?? new Map());
}

/** The run with these records in place of its own. */
function withRecords(run: StoredRun, records: readonly CaseRecord[]): StoredRun {
  const changed = new Map(records.map((record) => [record.id, record]));
  const cases = run.results.cases.map((record) => changed.get(record.id) ?? record);
  return { ...run, results: { ...run.results, cases } };
}

function noteOf(
  runs: readonly GradedRun[],
  ids: readonly string[],
  problems: ReadonlyMap<string, string>,
): readonly string[] {
  const sum = (some: readonly GradedRun[]) => some.reduce((total, { trials }) => total + trials, 0);
  const [measured, demanded] = [
    sum(runs.filter(({ version }) => version !== null)),
    sum(runs.filter(({ version }) => version === null)),
  ];
  const versions = [...new Set(runs.flatMap(({ version }) => version ?? []))].sort((a, b) => a - b).join(', ');
  return [
    ...(measured > 0
      ? [
          `${plural(measured, 'stored trial')} ${measured === 1 ? 'was' : 'were'} graded again by this version of the action (metrics_version ${METRICS_VERSION}, main's runs have ${versions}).`,
        ]
      : []),
    ...(demanded > 0
      ? [
          `${plural(demanded, 'stored trial')} ${demanded === 1 ? 'was' : 'were'} graded again with the current expectations of ${namesOf(ids, problems)}.`,
        ]
      : []),
  ];
}

/** How many cases can be graded again, and which if they are few. */
export function namesOf(all: readonly string[], problems: ReadonlyMap<string, string>): string {
  const ids = all.filter((id) => !problems.has(id));
  const names = ids.length <= MOST_NAMED ? `: ${ids.join(', ')}` : '';
  return `${ids.length === 1 ? '1 case' : `${ids.length} cases`}${names}`;
}

const MOST_NAMED = 5;

/** Whether another version of the metrics measured a run that stores everything needed to measure it by this one. */
function isRemeasurable(results: ResultsFile): boolean {
  const { metrics_version: metrics, hash_version: hashes } = results;
  return metrics !== METRICS_VERSION && hashes === HASH_VERSION && storesInPart(results) === null;
}

/** The run as if this version had measured it. Remove what is not measured again. */
function withCurrentMetrics(results: ResultsFile): ResultsFile {
  return { ...results, metrics_version: METRICS_VERSION };
}

/**
 * Cases of such a run in which nothing could be measured again, by id: `problem` is a sentence part. Their trials are removed,
 * because numbers of two versions must not be compared; so are those of cases that the change renames, because nothing graded
 * them.
 */
function unmeasured(
  records: readonly CaseRecord[],
  heads: readonly CaseIdentity[],
  problems: ReadonlyMap<string, string>,
): readonly CaseRecord[] {
  const ids = new Set(heads.map(({ id }) => id));
  const keys = new Set(heads.map(caseKey));
  return records.flatMap((record) => {
    const problem = problems.get(record.id) ?? (ids.has(record.id) || !keys.has(caseKey(record)) ? null : RENAMED);
    return problem === null ? [] : [{ ...notRegraded(record, problem), trials: [] }];
  });
}

const RENAMED = 'another version of the metrics measured them, and the case has another name here';
