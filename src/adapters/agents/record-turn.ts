import type { RecordedTurn, TurnRecording } from '#application/model-ports.ts';
import type { RecordSettings } from '#domain/config/config.ts';
import type { Usage } from '#domain/trial/trajectory.ts';
import { foldCalls } from '#domain/wire/fold-calls.ts';
import type { RecordNotes } from './record-notes.ts';
import type { WireTurn } from './wire-turn.ts';

/** How the model calls of an agent are recorded. */
export interface Recording {
  readonly settings: RecordSettings;
  /** Opens what records one turn. Throws when there is nothing left to record with. */
  begin(turn: RecordedTurn): TurnRecording | Promise<TurnRecording>;
  /** Gathers what was odd, over all trials of the agent. */
  readonly notes: RecordNotes;
}

/** What came of a turn, with what crossed the wire during it (`null`: nothing is recorded). */
export type RecordedOutcome<T> =
  | { readonly kind: 'recorded'; readonly asked: T; readonly wire: WireTurn | null; readonly wait_ms: number }
  | { readonly kind: 'unrecorded'; readonly message: string };

/** Asks a turn and records it. A recorder that is gone before or after says nothing of the agent: `unrecorded`. */
export async function recordTurn<T>(
  recording: Recording | null,
  turn: RecordedTurn,
  ask: (live: TurnRecording | null) => Promise<T>,
): Promise<RecordedOutcome<T>> {
  if (recording === null) return { kind: 'recorded', asked: await ask(null), wire: null, wait_ms: 0 };
  let live: TurnRecording;
  try {
    live = await recording.begin(turn);
  } catch (error) {
    return unrecorded(error);
  }
  const asked = await ask(live);
  try {
    const alone = !live.shared();
    const calls = live.end();
    if (calls.length > 0) recording.notes.callSeen();
    const known = calls.length > 0 || (alone && recording.notes.seesCalls());
    const account = foldCalls(calls, { ignore_tools: recording.settings.ignore_tools });
    const wire = { ...account, usage: calls.length > 0 ? account.usage : NOTHING_USED, calls: calls.length, known };
    return { kind: 'recorded', asked, wire, wait_ms: live.waited() };
  } catch (error) {
    return unrecorded(error);
  }
}

const NOTHING_USED: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  cost_usd: 0,
  estimated: false,
};

function unrecorded(error: unknown): { readonly kind: 'unrecorded'; readonly message: string } {
  return { kind: 'unrecorded', message: error instanceof Error ? error.message : String(error) };
}
