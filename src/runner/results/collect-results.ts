import { HASH_VERSION } from '#cases/suite/case-hashes.ts';
import { isJudgedByModel } from '#cases/suite/criteria-of.ts';
import { hashJson } from '#common/hash-json.ts';
import type { Json } from '#common/json.ts';
import { isMarked } from '#config/base-rules/lost-marks.ts';
import { isModelAgent } from '#config/capture.ts';
import type { AgentConfig } from '#config/config.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { caseHeader } from '#gate/baseline/results/case-facts.ts';
import {
  type CaseRecord,
  type Epoch,
  RESULTS_SCHEMA_VERSION,
  type ResultsFile,
  type RunReference,
} from '#gate/baseline/results/results-file.ts';
import { judgeIdentity } from '#judge/identity.ts';
import type { LooksRun } from '#runner/looks/look-schedule.ts';
import { type Execution, recordsOf } from '#runner/trials/execute-suite.ts';
import { METRICS_VERSION } from '#trials/metrics/measure-trial.ts';
import type { UsageRecord } from '#trials/trial/trial-record.ts';

/** The tool, repository, commit and run that results come from; stored with its results. */
export interface RunOrigin {
  readonly tool: ResultsFile['tool'];
  readonly repository: ResultsFile['repository'];
  readonly commit: ResultsFile['commit'];
  readonly run: ResultsFile['run'];
}

/** Times of a run, ISO 8601. */
export interface RunTimes {
  readonly created_at: string;
  readonly finished_at: string;
}

/** The looks of a run, and what it is compared with. */
export interface RunPlan extends LooksRun {
  /** Stages of fresh trials on both sides for what looks worse; absent: there are none. */
  readonly again?: readonly number[];
  /** Its trials were added to those of an earlier run of the same content. */
  readonly appended: boolean;
  /** Nearest first. */
  readonly baseline_runs: readonly RunReference[];
  /** `null` if it is no run of main. */
  readonly epoch: Epoch | null;
}

/** The part of an execution that is stored; during a run, what ran so far. */
export type Collected = Pick<Execution, 'records' | 'cancelled' | 'exhausted' | 'unavailable' | 'mcp_tools' | 'shown'>;

/** Builds the results document of a run. */
export function collectResults(
  suite: LoadedSuite,
  execution: Collected,
  plan: RunPlan,
  facts: RunOrigin,
  times: RunTimes,
): ResultsFile {
  const { conditions, treatment, unaffected } = suite;
  const policy: Json = JSON.parse(JSON.stringify(suite.config.gate));
  const cases = suite.cases.map(
    (evalCase): CaseRecord => ({
      ...caseHeader(evalCase, suite),
      never_fail: isMarked(evalCase, suite.config.gate.never_fail),
      planned_trials: plan.planned.get(evalCase.id) ?? evalCase.trials ?? plan.look,
      trials: recordsOf(evalCase, execution),
    }),
  );
  return {
    schema_version: RESULTS_SCHEMA_VERSION,
    hash_version: HASH_VERSION,
    metrics_version: METRICS_VERSION,
    ...facts,
    run: facts.run,
    ...times,
    config: { path: suite.config_path, hash: suite.config_hash },
    policy: { sha: suite.policy_sha, hash: hashJson(policy), effective: policy },
    agent: {
      kind: suite.config.agent.kind,
      key: conditions.hash,
      conditions: conditions.values,
      treatment_hash: treatment.hash,
      treatment: { ...treatment.values, ...suite.runner_files },
      ...agentFiles(suite.config.agent),
      ...(execution.mcp_tools && { mcp_tools: execution.mcp_tools }),
      ...(execution.shown && { shown: execution.shown }),
      models: modelsOf(execution),
    },
    ...judgeOf(suite, execution),
    looks: plan.looks,
    ...(plan.again !== undefined && { again: plan.again }),
    stop: { look: plan.look, reason: stopReason(execution, plan) },
    complete: !execution.cancelled && execution.exhausted === null && execution.unavailable === null,
    appended: plan.appended,
    baseline_runs: plan.baseline_runs,
    epoch: plan.epoch,
    ...(suite.accepts && { accepts: suite.accepts }),
    ...(unaffected !== undefined && {
      unaffected: { since: unaffected.since, cases: unaffected.cases.map(({ id }) => id) },
    }),
    cases,
  };
}

/** The files behind the hashes of a treatment. */
function agentFiles(agent: AgentConfig): Pick<ResultsFile['agent'], 'files'> {
  if (!isModelAgent(agent)) return {};
  const { prompt, tools } = agent;
  return { files: { ...(prompt === null ? {} : { prompt }), ...(tools === null ? {} : { tools }) } };
}

/** The judge, if the suite has anything to judge. */
export function judgeOf(
  { config: { judge }, cases }: Pick<LoadedSuite, 'config' | 'cases'>,
  { records }: Pick<Collected, 'records'>,
): Pick<ResultsFile, 'judge'> {
  if (judge === null || !cases.some(isJudgedByModel)) return {};
  const models = servedModels([...records.values()].flat().map(({ judge_usage: usage }) => usage));
  return { judge: { identity: judgeIdentity(judge, models), model: judge.model, votes: judge.votes, models } };
}

function modelsOf({ records }: Collected): readonly string[] {
  return servedModels([...records.values()].flat().map(({ usage }) => usage));
}

function servedModels(usages: readonly (UsageRecord | null | undefined)[]): readonly string[] {
  const served = usages.flatMap((usage) => usage?.models ?? []);
  return [...new Set(served)].sort().slice(0, MOST_MODELS);
}

/** As many as a results file may have. */
const MOST_MODELS = 1_000;

function stopReason({ cancelled, exhausted }: Collected, { looks, look }: RunPlan): ResultsFile['stop']['reason'] {
  if (cancelled) return 'cancelled';
  if (exhausted !== null) return 'budget';
  return look === looks.at(-1) ? 'cap' : 'decided';
}
