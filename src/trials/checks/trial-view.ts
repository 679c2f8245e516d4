import type { Case } from '#cases/suite/case.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import type { Trial, TrialEnd } from '#trials/trial/trial.ts';
import { sumUsage, totalledUsage } from './sum-usage.ts';
import type { TrialView } from './terms/check.ts';

/**
 * The data for the checks of one turn, or of the whole trial (`turn: null`).
 *
 * Whole trial: the last turn's answer (not an earlier one's if the last turn has none); the last value of each metadata key and
 * of each top-level key of the state; tool calls, usage, steps and latency of all turns; the last plan and the last retrieved
 * list. Counts are `null` if one of the turns did not report them. Tool calls are `null` if no turn reported its calls; an
 * agent that reports calls in one turn and no list in another made none there, unless that turn's calls are unknown. A turn that was not reached has no answer, no
 * calls, no usage.
 */
export function trialView(evalCase: Case, trial: Trial, turn: number | null): TrialView {
  const view = turn === null ? wholeView(evalCase, trial) : turnView(evalCase, trial, turn);
  const { bypassed, latency_at_most_ms } = trial;
  return {
    ...view,
    ...(bypassed !== undefined && { bypassed }),
    ...(latency_at_most_ms !== undefined && { latency_at_most_ms }),
  };
}

function turnView(evalCase: Case, trial: Trial, turn: number): TrialView {
  const { turns } = trial.trajectory;
  const record = turns.find((candidate) => candidate.turn === turn);
  const accounted = turns.some(({ tool_calls }) => tool_calls !== null);
  return {
    end: endOfTurn(evalCase, trial, turn),
    input: evalCase.turns[turn - 1]?.input ?? record?.input ?? '',
    output: record?.output ?? null,
    ...(record?.calls_unknown !== undefined
      ? { tool_calls: null, calls_unknown: record.calls_unknown }
      : { tool_calls: record?.tool_calls ?? (record !== undefined && accounted ? [] : null) }),
    plan: record?.plan ?? null,
    metadata: record?.metadata ?? null,
    state: record?.state ?? null,
    retrieved: record?.retrieved ?? null,
    usage: totalledUsage(record?.usage ?? null),
    steps: record?.steps ?? null,
    latency_ms: record?.latency_ms ?? null,
  };
}

function wholeView(evalCase: Case, trial: Trial): TrialView {
  const { turns, workspace } = trial.trajectory;
  const calls = turns.map(({ tool_calls }) => tool_calls).filter((list) => list !== null);
  const last = lastTurn(evalCase, trial);
  const [unknown] = turns.flatMap(({ calls_unknown }) => calls_unknown ?? []);
  return {
    end: trial.end,
    input: evalCase.turns[last - 1]?.input ?? turns.at(-1)?.input ?? '',
    output: turns.find(({ turn }) => turn === last)?.output ?? null,
    ...(unknown !== undefined
      ? { tool_calls: null, calls_unknown: unknown }
      : { tool_calls: calls.length === 0 ? null : calls.flat() }),
    plan: lastReported(turns, 'plan'),
    metadata: turns.reduce<JsonObject | null>((merged, { metadata }) => merge(merged, metadata), null),
    state: turns.reduce<Json>((merged, { state }) => mergeState(merged, state), null),
    retrieved: lastReported(turns, 'retrieved'),
    usage: sumUsage(turns.map(({ usage }) => usage)),
    steps: totalOf(turns.map(({ steps }) => steps)),
    latency_ms: totalOf(turns.map(({ latency_ms }) => latency_ms)),
    ...(workspace !== undefined && { workspace }),
  };
}

/** How one turn ended: a turn that was answered, or followed by another one, ended well even if the trial did not. */
function endOfTurn(evalCase: Case, trial: Trial, turn: number): TrialEnd {
  if (trial.end.kind === 'completed') return trial.end;
  const { turns } = trial.trajectory;
  const last = lastRecorded(trial);
  const answered = turns.some((record) => record.turn === turn && record.output !== null);
  const isFollowed = turn < evalCase.turns.length || evalCase.simulated_user !== null;
  return turn < last || (turn === last && answered && isFollowed) ? { kind: 'completed' } : trial.end;
}

/** Number of the last turn of the conversation. A simulated user ends it; an interrupted conversation has no last turn. */
function lastTurn({ turns, simulated_user: user }: Case, trial: Trial): number {
  if (user === null) return turns.length;
  return trial.end.kind === 'completed' ? lastRecorded(trial) : lastRecorded(trial) + 1;
}

/** Number of the last turn that took place; 0 if there is none. */
function lastRecorded({ trajectory }: Trial): number {
  return Math.max(0, ...trajectory.turns.map(({ turn }) => turn));
}

/** `null` if there is nothing to sum up, or one part is unknown. */
function totalOf(parts: readonly (number | null)[]): number | null {
  if (parts.length === 0) return null;
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
}

function lastReported<K extends 'plan' | 'retrieved'>(turns: readonly TurnRecord[], key: K): TurnRecord[K] | null {
  return turns.findLast((turn) => turn[key] !== null)?.[key] ?? null;
}

function merge(earlier: JsonObject | null, later: JsonObject | null): JsonObject | null {
  return earlier === null || later === null ? (later ?? earlier) : { ...earlier, ...later };
}

function mergeState(earlier: Json, later: Json): Json {
  if (isJsonObject(earlier) && isJsonObject(later)) return merge(earlier, later);
  return later ?? earlier;
}
