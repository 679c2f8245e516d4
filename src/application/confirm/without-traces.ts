import type { Asked } from '#application/base-side/ask-base.ts';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import { listed } from '#domain/words.ts';
import type { Traces } from '../ports.ts';

/** What main said, and what happened until it could be believed. */
export interface BelievedAnswer {
  readonly today: Confirmation;
  /** What people are to know of it, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * A failure is taken back only by trials that the change can't have reached. Before it is, processes that the change left running are ended,
 * and the base commit is run once more without them; where more of them come, or something else is in doubt, its trials count for nothing.
 *
 * @param first what main said
 * @param takesBack whether the failure would not stand
 * @param again asks main anew
 */
export async function withoutTraces(
  first: Asked,
  takesBack: (today: Confirmation) => boolean,
  again: () => Promise<Asked>,
  traces: Traces,
): Promise<BelievedAnswer> {
  if (!first.ran || !takesBack(first.today)) return { today: first.today, notes: [] };
  const ended = await traces.end();
  const doubts = await traces.doubts();
  const notes = endedWords(ended);
  if (doubts.length > 0) return { today: spoilt(doubts), notes };
  if (ended.length === 0) return { today: first.today, notes };

  const second = await again();
  if (second.today.kind === 'unavailable')
    return { today: spoilt([...ended, `it was not repeated: ${second.today.reason}`]), notes };
  if (!takesBack(second.today)) return { today: second.today, notes: [...notes, RUN_AGAIN] };
  const more = (await traces.end()).map((words) => `it restarted programs that had been stopped: ${words}`);
  const further = [...more, ...(await traces.doubts())];
  return { today: further.length > 0 ? spoilt(further) : second.today, notes: [...notes, RUN_AGAIN] };
}

/** That processes were ended, for the notes of a report. */
export function endedWords(ended: readonly string[]): readonly string[] {
  return ended.length === 0 ? [] : [`stopped programs that the agent had left running: ${listed(ended)}`];
}

const RUN_AGAIN = 'the base commit was run again, after the programs that the agent had left running were stopped';

function spoilt(doubts: readonly string[]): Confirmation {
  return { kind: 'void', reason: `the change could have tampered with them: ${listed(doubts, MOST_SHOWN, '; ')}` };
}

const MOST_SHOWN = 3;
