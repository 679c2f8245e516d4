import type { JsonObject } from '#domain/json.ts';
import type { Trial } from '#domain/trial/trial.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { TrialEvidence } from './report.ts';

const MAX_CALLS = 20;
const MAX_ARGUMENT_CHARACTERS = 600;
const MAX_OUTPUT_CHARACTERS = 1500;

/** A small copy of a failing trial, kept in memory for the report while the whole trajectory goes to disk. */
export function evidenceOf(trial: Trial, record: TrialRecord): TrialEvidence {
  const calls = trial.trajectory.turns.flatMap((turn) => turn.tool_calls ?? []);
  const output = trial.trajectory.turns.findLast((turn) => turn.output !== null)?.output ?? null;
  return {
    trial: trial.index,
    calls: calls.slice(0, MAX_CALLS).map(({ name, arguments: given, status }) => ({ name: name.slice(0, 200), arguments: small(given), status })),
    output: output === null ? null : output.slice(0, MAX_OUTPUT_CHARACTERS),
    failure: record.failure === null || record.failure.kind === 'check' ? null : record.failure.message.slice(0, 1000),
    truncated: calls.length > MAX_CALLS || (output?.length ?? 0) > MAX_OUTPUT_CHARACTERS,
  };
}

function small(value: JsonObject): JsonObject {
  const text = JSON.stringify(value);
  return text.length <= MAX_ARGUMENT_CHARACTERS ? value : { '…': `${text.slice(0, MAX_ARGUMENT_CHARACTERS)}…` };
}
