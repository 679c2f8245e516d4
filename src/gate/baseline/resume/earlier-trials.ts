import type { Case } from '#cases/suite/case.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import { caseHeader, type GradedBy } from '#gate/baseline/results/case-facts.ts';
import type { CaseRecord, ResultsFile, RunReference } from '#gate/baseline/results/results-file.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { distinctDoubts } from '../results/side-doubt.ts';
import { isSameContent } from './same-content.ts';
import { fullPlan, uniteResults } from './unite-results.ts';

/** An earlier run of the same content. */
export interface EarlierRun {
  readonly results: ResultsFile;
  /** Fresh trials of the base commit with which it confirmed a failure. */
  readonly confirmation: ResultsFile | null;
}

/** What shows whether trials belong to a suite. */
export interface ResumedSuite {
  readonly config_hash: string;
  /** Commit that rules come from; `null`: from the suite itself. */
  readonly policy_sha: string | null;
  readonly cases: readonly Case[];
  readonly grader_hashes: ReadonlyMap<string, string>;
  readonly config: GradedBy['config'];
  readonly conditions: { readonly hash: string };
  readonly treatment: { readonly hash: string };
}

/** The reusable trials of earlier runs of the same content. */
export interface EarlierTrials {
  /** By case id. */
  readonly trials: ReadonlyMap<string, readonly TrialRecord[]>;
  /** Their looks, which stay as planned. */
  readonly looks: readonly number[];
  /**
   * There was a verdict: this run adds trials up to the last look and tests only that one. Never on main, whose runs have one
   * look.
   */
  readonly decided: boolean;
  /** Trials of each case in all, if there was a verdict, by id. */
  readonly planned: ReadonlyMap<string, number>;
  /** The runs that they were compared with; none if the change is now based on another commit. */
  readonly baseline_runs: readonly RunReference[];
  /** Main's fresh trials of that time, if a failure was confirmed: they are not repeated. */
  readonly confirmation: ResultsFile | null;
  /** What a provider did while they ran; absent: nothing. */
  readonly incident?: ResultsFile['incident'];
  /** Which lines broke their cases: nobody searches again. Absent: nobody did. */
  readonly explained?: ResultsFile['explained'];
  /** Some of the runs did not know the others, so their trials were combined. */
  readonly united: boolean;
  /** They are those of the branch's last run, of so many cases that nothing has reached since; absent: of the same content. */
  readonly last_run?: { readonly sha: string | null; readonly cases: number };
}

/**
 * The trials of earlier runs of the same content, which count whatever their outcome: otherwise a check could be repeated until
 * it is green, and main until it is easy to pass. `trials`: null if none can be reused; `problems`: a sentence for each run
 * that can't be.
 */
export function earlierTrials(
  runs: readonly EarlierRun[],
  suite: ResumedSuite,
  facts: Pick<ResultsFile, 'commit' | 'run'>,
): { readonly trials: EarlierTrials | null; readonly problems: readonly string[] } {
  const differences = runs.map((run) => differing(run.results, suite, facts));
  const problems = differences.flatMap((names) =>
    names.length === 0
      ? []
      : [`Results of an earlier run of the same content are not reused: they differ in ${names.join(', ')}`],
  );
  const equal = runs.filter((_, position) => differences[position]?.length === 0);
  const [first, ...others] = equal.map(({ results }) => withSameCases(results, suite));
  if (first === undefined) return { trials: null, problems: [...new Set(problems)] };
  const united = uniteResults([first, ...others]);
  const isOutdated = united.policy.sha !== suite.policy_sha;
  const explained = isOutdated ? undefined : equal.map(({ results }) => results.explained).find(isSearched);
  const most = Math.max(...[first, ...others].map(countTrials));
  return {
    trials: {
      trials: new Map(united.cases.map(({ id, trials }) => [id, trials])),
      looks: united.looks,
      decided: facts.run.side !== 'baseline' && (united.complete || united.appended),
      planned: new Map(united.cases.map((item) => [item.id, fullPlan(united, item)])),
      baseline_runs: isOutdated ? [] : united.baseline_runs,
      confirmation: confirmationOf(equal),
      ...(united.incident && countTrials(united) > 0 && { incident: united.incident }),
      ...(explained && { explained }),
      united: countTrials(united) > most,
    },
    problems: [...new Set(problems)],
  };
}

/** Whether lines that broke cases were searched for. */
export function isSearched(explained: ResultsFile['explained']): boolean {
  return explained?.some(({ outcome }) => outcome !== 'not_searched') === true;
}

function differing(
  earlier: ResultsFile,
  suite: ResumedSuite,
  { commit, run }: Pick<ResultsFile, 'commit' | 'run'>,
): readonly string[] {
  return [
    ...(isSameContent(earlier.commit, commit) ? [] : ['commit']),
    ...(earlier.run.side === run.side ? [] : ['side']),
    ...(earlier.config.hash === suite.config_hash ? [] : ['config']),
    ...(earlier.agent.key === suite.conditions.hash ? [] : ['conditions']),
    ...(earlier.agent.treatment_hash === suite.treatment.hash ? [] : ['agent']),
  ];
}

/** The results with only those cases that are the suite's, and with those of their trials that are evidence. */
function withSameCases(earlier: ResultsFile, suite: ResumedSuite): ResultsFile {
  const suiteCases = new Map(suite.cases.map((evalCase) => [evalCase.id, evalCase]));
  const cases = earlier.cases.flatMap((item) => {
    const evalCase = suiteCases.get(item.id);
    return evalCase === undefined || !isOf(item, evalCase, suite)
      ? []
      : [{ ...item, trials: countable(item, earlier) }];
  });
  return { ...earlier, cases };
}

function isOf(item: CaseRecord, evalCase: Case, suite: ResumedSuite): boolean {
  return isSameCase(item, caseHeader(evalCase, suite));
}

/** Judged trials that are evidence. A candidate's trajectories stay in the earlier run's artifact; main's are passed on. */
export function countable({ trials }: CaseRecord, { run }: ResultsFile): readonly TrialRecord[] {
  const judged = trials.filter(({ outcome, source }) => outcome !== 'error' && source !== 'replayed');
  if (run.side === 'baseline') return judged;
  return judged.map((trial) => ({ ...trial, trajectory: null, trajectory_state: 'absent' }));
}

function countTrials({ cases }: ResultsFile): number {
  return cases.reduce((sum, { trials }) => sum + trials.length, 0);
}

/** All fresh trials that they made of the base commit that was run last. */
export function confirmationOf(runs: readonly EarlierRun[]): ResultsFile | null {
  const [first, ...others] = runs.flatMap(({ confirmation }) => confirmation ?? []);
  if (first === undefined) return null;
  const same = others.filter(({ commit, agent }) => commit.sha === first.commit.sha && agent.key === first.agent.key);
  const doubts = distinctDoubts([first, ...same].flatMap((results) => results.doubts ?? []));
  const united = uniteResults([first, ...same]);
  return doubts.length === 0 ? united : { ...united, doubts };
}
