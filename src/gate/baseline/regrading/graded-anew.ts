import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { checkWords } from '#trials/facts/check-words.ts';
import type { CheckRecord, TrialRecord } from '#trials/trial/trial-record.ts';
import { type CaseIdentity, type Regradable, regradeRecord } from './regradable.ts';
import type { GradedAgain } from './unfair-cases.ts';

/** A stored run graded by other expectations, and what that changed. */
export interface GradedAnew {
  /** With the new grades; a case that could not be graded again is as it was stored. */
  readonly results: ResultsFile;
  /** By the ids of the stored cases, in their order. */
  readonly cases: readonly CaseGrades[];
}

/** Old and new grades of a stored case. */
export interface CaseGrades {
  readonly id: string;
  readonly before: GradedPasses;
  /** `null`: it was not graded again. */
  readonly after: GradedPasses | null;
  /** Why it was not graded again, a sentence part; `null`: it was. */
  readonly problem: string | null;
  /** Trials with another outcome. */
  readonly changed: readonly ChangedTrial[];
}

/** Trials that passed, of those that were judged. */
export interface GradedPasses {
  readonly passed: number;
  readonly scored: number;
}

/** A trial whose new grade is another. */
export interface ChangedTrial {
  readonly trial: number;
  readonly before: TrialRecord['outcome'];
  readonly after: TrialRecord['outcome'];
  /** The check that decides it now, or that decided it before; untrusted text. */
  readonly why: string;
}

/** What was done with the cases of a stored run. */
export interface Done {
  readonly cases: readonly Regradable[];
  readonly graded: GradedAgain;
  /** By id, a sentence part. */
  readonly problems: ReadonlyMap<string, string>;
  /** Cases of the suite. */
  readonly heads: readonly CaseIdentity[];
  /** Another version of the metrics measured the run: numbers of two versions must not be in one file. */
  readonly remeasured: boolean;
}

/** The run with the new grades in place of the stored ones. */
export function gradedAnew({ verdicts: _, ...results }: ResultsFile, done: Done): GradedAnew {
  const casesById = new Map(done.cases.map((item) => [item.record.id, item]));
  const heads = new Map(done.heads.map((head) => [head.id, head]));
  const pairs = results.cases.map((record): { readonly record: CaseRecord; readonly grades: CaseGrades } => {
    const evalCase = casesById.get(record.id);
    const problem = problemOf(evalCase, heads.get(record.id), done);
    const before = countOf(record.trials);
    if (evalCase === undefined || problem !== null || 'problem' in done.graded) {
      const left = done.remeasured ? { ...record, trials: [] } : record;
      return { record: left, grades: { id: record.id, before, after: null, problem, changed: [] } };
    }
    const { regrading: __, ...after } = regradeRecord(evalCase, done.graded.get(record.id) ?? new Map());
    const changed = changes(record.trials, after.trials);
    return { record: after, grades: { id: record.id, before, after: countOf(after.trials), problem, changed } };
  });
  return {
    results: { ...results, cases: pairs.map(({ record }) => record) },
    cases: pairs.map(({ grades }) => grades),
  };
}

function problemOf(
  evalCase: Regradable | undefined,
  head: CaseIdentity | undefined,
  { graded, problems }: Done,
): string | null {
  if (head === undefined) return 'the config has no case of this name';
  if (evalCase === undefined) return 'its input is another one in the config: the agent has to run again';
  const problem = problems.get(head.id);
  if (problem !== undefined) return problem;
  if ('problem' in graded) return `its trajectories ${graded.problem}`;
  return null;
}

function countOf(trials: readonly TrialRecord[]): GradedPasses {
  const scored = trials.filter(({ outcome }) => outcome !== 'error');
  return { passed: scored.filter(({ outcome }) => outcome === 'passed').length, scored: scored.length };
}

function changes(before: readonly TrialRecord[], after: readonly TrialRecord[]): readonly ChangedTrial[] {
  const old = new Map(before.map((trial) => [trial.index, trial]));
  return after.flatMap((trial) => {
    const was = old.get(trial.index);
    if (was === undefined || was.outcome === trial.outcome) return [];
    return [{ trial: trial.index, before: was.outcome, after: trial.outcome, why: whyOf(trial) ?? whyOf(was) ?? '' }];
  });
}

function whyOf({ outcome, checks, failure, error }: TrialRecord): string | null {
  if (outcome === 'error') return error?.message ?? null;
  const failedCheck: CheckRecord | undefined = checks.find(({ passed }) => passed === false);
  return failedCheck === undefined
    ? (failure?.message ?? null)
    : `${failedCheck.name}: ${checkWords(failedCheck.fact)}`;
}
