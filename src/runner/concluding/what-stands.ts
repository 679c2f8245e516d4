import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { isPart, type PastOfContent, standingVerdict, withVerdict } from '#gate/baseline/resume/past-verdicts.ts';
import { type Conclusion, concludeWith } from '#gate/decision/rules/conclude.ts';
import { whenUndecided } from '#gate/decision/terms/blocking.ts';
import type { Decision, ReasonOf, VerdictName } from '#gate/decision/terms/decision.ts';
import { type Circumstance, finding } from '#gate/decision/terms/finding.ts';

/**
 * What has failed stays failed until its content is decided whole: neither a run that decides nothing nor a selection of cases
 * ends a failure, and a selection alone is never green. Nor is one that somebody chose red where the content has passed whole:
 * its trials count in the next whole run, which decides.
 */
export function withStanding(decision: Conclusion, { run }: Pick<ResultsFile, 'run'>, past: PastOfContent): Conclusion {
  const stands = run.side === 'candidate' && run.shard === undefined ? whatStands(decision, run, past) : null;
  return stands === null ? decision : concludeWith(decision, [stands]);
}

function whatStands({ verdict: own }: Conclusion, run: ResultsFile['run'], past: PastOfContent): Circumstance | null {
  if (own === 'error') return null;
  const part = isPart(run, past.verdicts);
  const standing = standingVerdict(past);
  if (own === 'fail' && !(run.selected === 'hand' && standing?.verdict === 'pass')) return null;
  if (!part && (own === 'pass' || standing?.verdict !== 'fail')) return null;
  if (standing === null) return circumstanceOf('inconclusive', { part, before: null });
  const { verdict } = standing;
  const failed = own === 'fail' && { failed: true as const };
  return circumstanceOf(verdict, { part, ...failed, before: standing });
}

function circumstanceOf(outcome: VerdictName, facts: ReasonOf<'standing'>['facts']): Circumstance {
  return { findings: [finding({ outcome, gate: 'suite', code: 'standing' }, facts)], others: 'noted' };
}

/** The results with the verdict that later runs of their content know. */
export function withOwnVerdict(results: ResultsFile, decision: Decision, past: PastOfContent): ResultsFile {
  return withVerdict(results, decision, whenUndecided('auto', decision.reasons) !== 'green', past);
}
