import type { CommandExpectation } from '#cases/suite/expectation.ts';
import { hashJson } from '#common/hash-json.ts';
import type { Json } from '#common/json.ts';
import type { ToolCall, Trajectory, TurnRecord } from './trajectory.ts';
import type { Trial } from './trial.ts';

/** SHA-256 (hex) of what the agent said and of what it called: equal for identical repetitions; reveals nothing else. */
export interface ContentHashes {
  /** Over the answers of all turns; `null` without any answer. */
  readonly output_hash: string | null;
  /** Over names and arguments of all tool calls, in order, turn by turn; `null` if no turn reported its calls. */
  readonly tools_hash: string | null;
  /** Over the ids of all model answers, turn by turn; `null` without model calls, and if those of one turn are unknown. */
  readonly response_ids_hash: string | null;
}

/** Hashes of a trajectory's answers, tool calls and ids. */
export function contentHashes({ turns }: Trajectory): ContentHashes {
  const outputs = turns.map(({ output }) => output);
  const calls = turns.map(
    ({ tool_calls }) => tool_calls?.map(({ name, arguments: args }): Json => ({ name, arguments: args })) ?? null,
  );
  return {
    output_hash: outputs.some((output) => output !== null) ? hashJson(outputs) : null,
    tools_hash: calls.some((list) => list !== null) ? hashJson(calls) : null,
    response_ids_hash: responseIds(turns),
  };
}

/** A hash of one case tells only its trials apart. */
const FEW_DIGITS = 12;

/**
 * Equal for trials that call the same tools in the same order, those of one model call in any; `null`: it does not tell its calls. A trial that
 * broke off made those that are known.
 */
export function sequenceHash({ trajectory: { turns }, end }: Pick<Trial, 'trajectory' | 'end'>): string | null {
  const isTold = turns.length > 0 && turns.every(({ tool_calls: calls }) => calls !== null);
  if (end.kind === 'completed' && !isTold) return null;
  const names = turns.flatMap(({ tool_calls: calls }) => (calls ?? []).toSorted(inSequence).map(({ name }) => name));
  return hashJson(names).slice(0, FEW_DIGITS);
}

function inSequence(left: ToolCall, right: ToolCall): number {
  if (left.step === null || left.step !== right.step) return 0;
  return left.name < right.name ? -1 : Number(left.name > right.name);
}

/** A turn without a model call has no ids. */
function responseIds(turns: readonly TurnRecord[]): string | null {
  const hashes = turns.filter(({ steps }) => steps !== 0).map(({ response_ids_hash }) => response_ids_hash ?? null);
  return hashes.length > 0 && hashes.every((hash) => hash !== null) ? hashJson(hashes) : null;
}

/**
 * sha256 (hex) of what decides what a command finds in a workspace: the command, its time, and the files that are put back and laid over.
 * What is then demanded of it is no part, so that it can be demanded of an earlier trial too.
 */
export function commandKey({ run, timeout_ms, restore, files }: CommandExpectation): string {
  return hashJson({ run, timeout_ms, restore: restore ?? [], files: files?.hash ?? null });
}
