import type { RecordSettings } from '#config/recorded-settings.ts';
import type { ReceivedSpans, RecordedTurn, TurnRecording } from '#wire/ports.ts';
import { silentTime } from '#wire/protocols/silence.ts';
import { foldCalls, isFree } from '#wire/protocols/turn/fold-calls.ts';
import type { WireTurn } from '../result/wire-turn.ts';
import type { RecordNotes } from './record-notes.ts';

/** How the model calls of an agent are recorded. */
export interface Recording {
  readonly settings: RecordSettings;
  /** Starts recording one turn. Throws if the recorder is gone. */
  begin(turn: RecordedTurn): TurnRecording | Promise<TurnRecording>;
  /** Collects differences, over all trials of the agent. */
  readonly notes: RecordNotes;
}

/** The result of a turn, with what crossed the wire during it (`null`: nothing is recorded). */
export type RecordedOutcome<T> =
  | {
      readonly kind: 'recorded';
      readonly outcome: T;
      readonly wire: WireTurn | null;
      /** `null`: none are asked for. */
      readonly traced: ReceivedSpans | null;
      readonly wait_ms: number;
    }
  | { readonly kind: 'unrecorded'; readonly message: string };

/** Plays a turn and records it. A recorder that is gone says nothing about the agent: `unrecorded`. */
export async function recordTurn<T>(
  recording: Recording | null,
  turn: RecordedTurn,
  ask: (live: TurnRecording | null) => Promise<T>,
  signal: AbortSignal,
): Promise<RecordedOutcome<T>> {
  if (recording === null) return { kind: 'recorded', outcome: await ask(null), wire: null, traced: null, wait_ms: 0 };
  let live: TurnRecording;
  try {
    live = await recording.begin(turn);
  } catch (error) {
    return unrecorded(error);
  }
  const began_ms = performance.now();
  const reply = await ask(live);
  try {
    await live.settle();
    const alone = !live.shared();
    const unanswered = live.open();
    const calls = live.end();
    const { notes } = recording;
    if (calls.length > 0) notes.callSeen(calls.some(({ usage }) => (usage?.cost_usd ?? null) !== null));
    const known = calls.length > 0 || (alone && notes.seesCalls());
    // Not unknown: one turn of unknown usage makes the whole trial's unknown.
    const nothing = notes.seesCosts()
      ? { ...NOTHING_USED, cost_usd: 0, list_cost_usd: 0 }
      : { ...NOTHING_USED, cost_usd: null };
    const account = foldCalls(calls, { ignore_tools: recording.settings.ignore_tools, began_ms });
    const wire = {
      ...account,
      usage: calls.every(isFree) ? nothing : account.usage,
      calls: calls.length,
      known,
      silent_ms: silentTime([...calls, ...unanswered]),
    };
    const traced = (await live.spans?.(signal)) ?? null;
    return { kind: 'recorded', outcome: reply, wire, traced, wait_ms: live.waited() };
  } catch (error) {
    return unrecorded(error);
  }
}

/** The usage of a turn without a model call. */
const NOTHING_USED = { input_tokens: 0, output_tokens: 0, total_tokens: 0, estimated: false };

function unrecorded(error: unknown): { readonly kind: 'unrecorded'; readonly message: string } {
  return { kind: 'unrecorded', message: error instanceof Error ? error.message : String(error) };
}
