import type { Limits, RecordedAgentConfig } from '#config/config.ts';
import type { Agent, Attempt } from '#ports/ports.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { TrialEnd } from '#trials/trial/trial.ts';
import type { SimulatedUser } from '#wire/ports.ts';
import { indexRecordedFile, type RecordedIndex } from './recorded/recorded-index.ts';
import type { RecordedRow } from './recorded/recorded-row.ts';
import { attemptEnd, attemptOf } from './turn/attempt-end.ts';
import { converse } from './turn/converse.ts';
import type { Reply } from './turn/reply.ts';

/**
 * An agent whose trials were recorded elsewhere, in a file. A trial that is not there, is truncated, or was recorded for
 * another input is missing (`replay_miss`), never failed. `path` is the file of `config.file`, absolute and checked.
 *
 * @throws AgentUnavailableError if the file can't be read; problems are given as `file:row: problem`.
 */
export async function createRecordedAgent(config: RecordedAgentConfig, limits: Limits, path: string): Promise<Agent> {
  const index = await indexRecordedFile(path, config.file);
  let closed: Promise<void> | null = null;
  return {
    source: 'imported',
    metered: false,
    available_trials: index.trials,
    prepare: async () => {},
    async attempt(plan, signal) {
      if (signal.aborted || closed !== null) return attemptWithout({ kind: 'cancelled' }, limits);
      const entry = await index.row(plan.case.id, plan.index);
      if (entry === null)
        return attemptWithout({ kind: 'missing', message: notRecorded(plan, index, config.file) }, limits);
      return replay(plan, limits, entry.row, entry.place, signal);
    },
    notes: () => [],
    close() {
      closed ??= index.close();
      return closed;
    },
  };
}

async function replay(
  plan: TrialPlan,
  limits: Limits,
  row: RecordedRow,
  place: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const mismatch = unusable(plan, row, place);
  if (mismatch !== null) return attemptWithout({ kind: 'missing', message: mismatch }, limits);
  const recordedEnd: TrialEnd | null = row.end === null || row.end.kind === 'completed' ? null : row.end;
  const options = { limits, user: recordedUser(plan, row), recording: null, signal };
  const conversation = await converse(plan, options, async ({ turn }): Promise<Reply> => {
    const recorded = row.turns[turn - 1];
    if (recorded === undefined) return { kind: 'missing', message: `${place}: no turn ${turn}` };
    return { kind: 'result', fields: recorded.fields, latency_ms: recorded.latency_ms };
  });
  const { stop } = conversation;
  const playedOut = stop.kind === 'completed' || stop.kind === 'missing';
  // A row that can't be read is the record's fault, not the agent's.
  const unread = stop.kind === 'invalid' ? { kind: 'missing' as const, message: `${place}: ${stop.problem}` } : stop;
  const attempt = attemptOf(plan, { ...conversation, stop: unread }, limits, { log: row.log, stderr: row.stderr });
  return { ...attempt, user_usage: null, ...(recordedEnd !== null && playedOut && { end: recordedEnd, retry: false }) };
}

/** It repeats what the user said at that time; turns written in the case do not come from it. */
function recordedUser(plan: TrialPlan, row: RecordedRow): SimulatedUser {
  const replies = row.turns.slice(plan.case.turns.length).values();
  return {
    async next() {
      const turn = replies.next();
      return turn.done ? null : (turn.value.input ?? '');
    },
  };
}

/** Why the row can't be used for this plan, or `null`. Fewer turns than the case has are fine if the row has an end. */
function unusable(plan: TrialPlan, row: RecordedRow, place: string): string | null {
  const planned = plan.case.turns;
  if (row.truncated) return `${place}: only the beginning of this trajectory was stored`;
  const cutShort = row.end !== null && row.end.kind !== 'completed';
  const most = Math.max(planned.length, plan.case.simulated_user?.max_turns ?? 0);
  if (row.turns.length > most || (row.turns.length < planned.length && !cutShort)) {
    return `${place}: ${row.turns.length} turns were recorded, the case has ${most}`;
  }
  const changed = row.turns.findIndex(
    ({ input }, at) => input !== null && at < planned.length && input !== planned[at]?.input,
  );
  return changed === -1 ? null : `${place}: turn ${changed + 1} was recorded for another input; record the trial again`;
}

function notRecorded(plan: TrialPlan, index: RecordedIndex, file: string): string {
  const numbers = index.numbersOf(plan.case.id);
  const there =
    numbers.length === 0 ? 'no trial of this case' : `only the trials ${numbers.slice(0, 20).join(', ')} of it`;
  return `${file}: trial ${plan.index} of ${plan.case.id} is not recorded; the file has ${there}`;
}

/** Recorded trials wait for nothing, replay no cassette and ask no simulated user. */
const AS_RECORDED = { wait_ms: 0, replayed: false, user_usage: null } as const;

function attemptWithout(stop: Extract<Reply, { kind: 'missing' | 'cancelled' }>, limits: Limits): Attempt {
  return { ...AS_RECORDED, ...attemptEnd(stop, { limits }), trajectory: { turns: [], log: '', stderr: '' } };
}
