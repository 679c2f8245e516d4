import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { whenUndecided } from '#gate/decision/terms/blocking.ts';
import type { Decision } from '#gate/decision/terms/decision.ts';
import { type Circumstance, finding } from '#gate/decision/terms/finding.ts';
import { titleOf } from '#report/reasons/reason-words.ts';

/**
 * A shard decides nothing: the merge judges its trials, so it is neither green nor red. It is an error only if it has cases and
 * none of their trials could be judged: then it can be repeated.
 */
export function leftToMerge({ run, cases }: Pick<ResultsFile, 'run' | 'cases'>): readonly Circumstance[] {
  const { shard } = run;
  const isJudged = cases.some(({ trials }) => trials.some(({ outcome }) => outcome !== 'error'));
  if (shard === undefined || (cases.length > 0 && !isJudged)) return [];
  const { index, of } = shard;
  const about = { outcome: 'inconclusive', gate: 'suite', code: 'shard' } as const;
  const reason = finding(about, { kind: 'part', shard: { index, of }, is_empty: cases.length === 0 });
  return [{ findings: [reason], others: cases.length === 0 ? 'dropped' : 'noted' }];
}

/** The results of a shard with the reason why it could not run its cases, for the merge. */
export function withStop(results: ResultsFile, decision: Decision): ResultsFile {
  const { run } = results;
  const { verdict } = decision;
  if (run.shard === undefined || (verdict !== 'error' && verdict !== 'inconclusive')) return results;
  const blocks = whenUndecided('auto', decision.reasons) !== 'green';
  const stopped = { verdict, message: titleOf(decision), blocks };
  return { ...results, run: { ...run, shard: { ...run.shard, stopped } } };
}
