import { canonicalJson } from '#common/json.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { countable, type EarlierRun, type EarlierTrials, isSearched, type ResumedSuite } from './earlier-trials.ts';

/** A run as far as another one can keep its trials. */
type RunFacts = Pick<ResultsFile, 'commit' | 'run' | 'tool'>;

/**
 * Whether the last run of a pull request's branch is one whose trials may be kept: it finished with a verdict, nothing speaks against its trials,
 * and base, policy, config, inputs and version are those of this run. Whatever is unknown is a no.
 */
export function mayKeep(
  { results: last, confirmation }: EarlierRun,
  suite: Pick<ResumedSuite, 'config_hash' | 'policy_sha' | 'conditions' | 'treatment'>,
  { commit, run, tool }: RunFacts,
): boolean {
  const verdict = last.verdicts?.at(-1);
  const isOfPull = commit.pull_request !== null && last.commit.pull_request === commit.pull_request;
  const isFinished =
    last.complete &&
    !last.appended &&
    (last.stop.reason === 'decided' || last.stop.reason === 'cap') &&
    verdict?.run_id === last.run.id &&
    verdict.attempt === last.run.attempt &&
    verdict.verdict !== 'error';
  const isUndoubted = last.doubts === undefined && (confirmation?.doubts ?? []).length === 0;
  const isSameRun =
    [last.run, run].every(({ side, shard, inputs }) => side === 'candidate' && shard === undefined && inputs) &&
    canonicalJson(last.run.inputs ?? null) === canonicalJson(run.inputs ?? null) &&
    last.run.key === run.key &&
    last.tool.version === tool.version;
  const isSameSuite =
    last.config.hash === suite.config_hash &&
    last.agent.key === suite.conditions.hash &&
    last.agent.treatment_hash === suite.treatment.hash;
  const isSameBase = suite.policy_sha !== null && last.policy.sha === suite.policy_sha && last.baseline_runs.length > 0;
  return isOfPull && isFinished && isUndoubted && isSameRun && isSameSuite && isSameBase;
}

/**
 * The trials of the last run that this one keeps: those of its looks and its fresh ones, on both sides. Looks that it went beyond
 * are not looked at again, because a run that ended sooner would hide what they found; if nothing is tried again, it is repeated
 * look by look.
 *
 * Nothing is kept where that run was not green and a case that failed in it runs again: who mends, or edits, only what failed
 * would else keep every lucky pass next to it, push by push.
 *
 * @param ids cases that nothing since that run can reach
 * @param looks of this run, if it kept nothing; `null`: they are not that run's
 */
export function keptTrials(
  { results: last, confirmation }: EarlierRun,
  ids: ReadonlySet<string>,
  suite: Pick<ResumedSuite, 'cases'>,
  looks: readonly number[],
): EarlierTrials | null {
  const cases = last.cases.filter(({ id }) => ids.has(id) && suite.cases.some((evalCase) => evalCase.id === id));
  const isEnd = canonicalJson(looks.slice(-last.looks.length)) === canonicalJson(last.looks);
  if (cases.length === 0 || !isEnd || triesFailuresAgain(last, ids)) return null;
  const isWhole = cases.length === suite.cases.length && cases.length === last.cases.length;
  const planned = ({ id, planned_trials }: CaseRecord) => [id, planned_trials] as const;
  return {
    trials: new Map(cases.map((item) => [item.id, countable(item, last)])),
    looks: isWhole ? last.looks : last.looks.filter((look) => look >= last.stop.look),
    decided: false,
    planned: new Map(isWhole ? [] : cases.map(planned)),
    baseline_runs: last.baseline_runs,
    confirmation: confirmation && { ...confirmation, cases: confirmation.cases.filter(({ id }) => ids.has(id)) },
    ...(last.incident && { incident: last.incident }),
    ...(isWhole && isSearched(last.explained) && { explained: last.explained }),
    united: false,
    last_run: { sha: last.commit.head_sha ?? last.commit.sha, cases: cases.length },
  };
}

function triesFailuresAgain({ cases, verdicts }: ResultsFile, unreached: ReadonlySet<string>): boolean {
  const hasFailed = ({ trials }: CaseRecord) => trials.some(({ outcome }) => outcome === 'failed');
  return verdicts?.at(-1)?.verdict !== 'pass' && cases.some((item) => !unreached.has(item.id) && hasFailed(item));
}
