import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** The criterion that the trials of these results are judged by. */
export const CRITERION = 'polite';

/** The same results as those of a judge: the outcome of a trial is its verdict. */
export function byJudge(results: ResultsFile, isJudged: (case_number: number) => boolean = () => true): ResultsFile {
  return {
    ...results,
    cases: results.cases.map((item, i) => (isJudged(i) ? { ...item, trials: item.trials.map(verdict) } : item)),
  };
}

/** Some trials graded by a second judge too, which finds all of a case good or all bad. */
export function byAudit(
  results: ResultsFile,
  isGraded: (index: number, of: number) => boolean,
  isGood: (of: CaseRecord) => boolean = () => true,
): ResultsFile {
  return {
    ...results,
    cases: results.cases.map((item) => ({
      ...item,
      trials: item.trials.map((trial, i) => {
        const met = isGood(item) ? ('met' as const) : ('not_met' as const);
        const judgements = trial.judged?.map((criterion) => ({ ...criterion, verdict: met }));
        if (judgements === undefined || !isGraded(i, item.trials.length)) return trial;
        return { ...trial, audited: { judge: 'second', said: judgements } };
      }),
    })),
  };
}

function verdict(trial: TrialRecord): TrialRecord {
  const met = trial.outcome === 'passed';
  const judgement = {
    criterion: CRITERION,
    verdict: met ? 'met' : 'not_met',
    evidence: null,
    votes: met ? 1 : 2,
  } as const;
  return { ...trial, judged: [{ ...judgement, met_votes: met ? 1 : 0, cached: false }] };
}
