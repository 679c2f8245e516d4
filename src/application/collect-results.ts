import { type CaseRecord, RESULTS_SCHEMA_VERSION, type ResultsFile } from '#domain/baseline/results-file.ts';
import { hashJson } from '#domain/hash-json.ts';
import type { Json } from '#domain/json.ts';
import { METRICS_VERSION } from '#domain/metrics/measure-trial.ts';
import type { Case } from '#domain/suite/case.ts';
import { expectHash, HASH_VERSION, inputHash } from '#domain/suite/case-hashes.ts';
import { type Execution, recordsOf } from './execute-suite.ts';
import type { LoadedSuite } from './load-suite.ts';

/** Where and for whom a run happens; stored with its results. */
export interface RunFacts {
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

/** Builds the results document of a run. */
export function collectResults(
  suite: LoadedSuite,
  execution: Execution,
  trials: number,
  facts: RunFacts,
  times: RunTimes,
): ResultsFile {
  const { conditions, treatment } = suite;
  const policy: Json = JSON.parse(JSON.stringify(suite.config.gate));
  const cases = suite.cases.map((one) => caseRecord(one, suite, execution, trials));
  return {
    schema_version: RESULTS_SCHEMA_VERSION,
    hash_version: HASH_VERSION,
    metrics_version: METRICS_VERSION,
    ...facts,
    ...times,
    config: { path: suite.config_path, hash: suite.config_hash },
    policy: { hash: hashJson(policy), effective: policy },
    agent: {
      kind: suite.config.agent.kind,
      key: conditions.hash,
      conditions: conditions.values,
      treatment_hash: treatment.hash,
      treatment: treatment.values,
      models: modelsOf(execution),
    },
    looks: [trials],
    stop: { look: trials, reason: stopReason(execution) },
    complete: !execution.cancelled && execution.exhausted === null && execution.unavailable === null,
    cases,
  };
}

function modelsOf({ records }: Execution): readonly string[] {
  const served = [...records.values()].flat().flatMap(({ usage }) => usage.models ?? []);
  return [...new Set(served)].sort().slice(0, MOST_MODELS);
}

/** As many as a results file may hold. */
const MOST_MODELS = 1_000;

function stopReason({ cancelled, exhausted }: Execution): ResultsFile['stop']['reason'] {
  if (cancelled) return 'cancelled';
  return exhausted === null ? 'decided' : 'budget';
}

function caseRecord(one: Case, suite: LoadedSuite, execution: Execution, trials: number): CaseRecord {
  const demands = suite.config.gate.never_fail;
  return {
    id: one.id,
    name: one.name,
    input_hash: inputHash(one),
    expect_hash: expectHash(one),
    grader_hash: suite.grader_hashes.get(one.id) ?? null,
    source: one.source,
    tags: one.tags,
    never_fail: demands.includes(one.id) || one.tags.some((tag) => demands.includes(tag)),
    expected_tool_calls: expectedToolCalls(one),
    planned_trials: one.trials ?? trials,
    metadata: one.metadata,
    trials: recordsOf(one, execution),
  };
}

/** Expected tool calls over the case's turns and end; 0 leaves tool recall undefined. */
function expectedToolCalls(one: Case): number {
  return [one.expect, ...one.turns.map((turn) => turn.expect)]
    .flatMap((expect) => expect?.tools?.calls ?? [])
    .reduce((sum, step) => sum + (step.kind === 'call' ? 1 : step.calls.length), 0);
}
