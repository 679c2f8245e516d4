import { tally } from '#common/group-by.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';
import { type Finding, finding, stated } from '../terms/finding.ts';
import { callsNoModel } from '../terms/own-answers.ts';
import type { Surroundings } from '../terms/surroundings.ts';
import { errorClasses } from './error-classes.ts';

/**
 * Findings about the candidate's run itself: a run that was cut short or replayed can't pass, and one in which the agent
 * answered nothing at all is red, even if main's agent is as dead and nothing got worse.
 */
export function runFindings(results: LeanResults, { ended_by: endedBy }: Surroundings): readonly Finding[] {
  const { cases, complete, stop } = results;
  const trials = cases.flatMap((item) => item.trials);
  const judged = trials.filter(({ outcome }) => outcome !== 'error');
  const replayed = judged.filter(({ source }) => source === 'replayed');
  const about = { outcome: 'inconclusive', gate: 'suite' } as const;
  const planned = cases.reduce((sum, { planned_trials }) => sum + planned_trials, 0);
  const run = { why: stop.reason, judged: judged.length, planned, ended_by: endedBy };
  const dead = { judged: judged.length, failures: tally(judged.flatMap(({ failure }) => failure?.kind ?? [])) };
  return stated(
    !complete && finding({ ...about, code: 'incomplete' }, run),
    replayed.length > 0 &&
      finding({ ...about, code: 'replayed' }, { replayed: replayed.length, judged: judged.length }),
    neverAsked(judged, results),
    judged.length > 0 &&
      judged.every(({ completed }) => completed === false) &&
      finding({ ...about, outcome: 'fail', code: 'never_completes' }, dead),
  );
}

/** Whatever judged the answers of such an agent, they do not come from its model. */
function neverAsked(judged: readonly LeanTrial[], results: LeanResults): Finding | null {
  const answered = judged.filter(({ completed }) => completed !== false);
  if (answered.length === 0 || !callsNoModel(results)) return null;
  const about = { outcome: 'inconclusive', gate: 'suite', code: 'never_asked' } as const;
  return finding(about, { answered: answered.length });
}

/** The finding that replaces all others: no trial of the candidate was judged. */
export function nothingEvaluatedFinding(
  { cases, stop }: LeanResults,
  { ended_by: endedBy }: Surroundings,
): Finding | null {
  const trials = cases.flatMap((item) => item.trials);
  if (trials.some(({ outcome }) => outcome !== 'error')) return null;
  return finding(
    { outcome: 'error', gate: 'suite', code: 'nothing_evaluated' },
    stop.reason === 'cancelled' && endedBy === null
      ? { kind: 'cancelled' }
      : {
          kind: 'errors',
          cases: cases.length,
          trials: trials.length,
          errors: errorClasses(trials),
          ended_by: endedBy,
        },
  );
}
