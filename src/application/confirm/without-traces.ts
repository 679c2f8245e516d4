import type { Asked } from '#application/base-side/ask-base.ts';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import { type SideDoubt, sideOf } from '#domain/gate/confirmation/mains-side.ts';
import { sideWords } from '#domain/report/reasons/mains-side-words.ts';
import { listed } from '#domain/words.ts';
import type { Traces } from '../ports.ts';

/** Main's answer, and what was done to make it trustworthy. */
export interface BelievedAnswer {
  readonly confirmation: Confirmation;
  /** Notes on it, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Only trials that the change can't have reached may withdraw a failure. Before that, processes that the change left running
 * are ended, and the base commit runs once more without them; if more of them appear, or something else is in doubt, its trials
 * don't count.
 *
 * @param first main's first answer
 * @param takesBack whether an answer withdraws the failure
 * @param again runs main once more
 */
export async function withoutTraces(
  first: Asked,
  takesBack: (confirmation: Confirmation) => boolean,
  again: () => Promise<Asked>,
  traces: Traces,
): Promise<BelievedAnswer> {
  if (!first.ran || !takesBack(first.confirmation)) return { confirmation: first.confirmation, notes: [] };
  const ended = await traces.end();
  const side = sideOf([...first.doubts, ...(await traces.doubts())]);
  const notes = endedWords(ended);
  if (!side.apart) return { confirmation: spoilt(side.why), notes };
  if (ended.length === 0) return { confirmation: first.confirmation, notes };

  const second = await again();
  if (second.confirmation.kind === 'unavailable')
    return {
      confirmation: spoilt([...leftBy(ended), { kind: 'not_repeated', reason: second.confirmation.reason }]),
      notes,
    };
  if (!takesBack(second.confirmation)) return { confirmation: second.confirmation, notes: [...notes, RUN_AGAIN] };
  const more = (await traces.end()).map((program) => ({ kind: 'program_restarted', program }) as const);
  const later = sideOf([...more, ...second.doubts, ...(await traces.doubts())]);
  return { confirmation: later.apart ? second.confirmation : spoilt(later.why), notes: [...notes, RUN_AGAIN] };
}

/** Says that processes were ended, for the notes of a report. */
export function endedWords(ended: readonly string[]): readonly string[] {
  return ended.length === 0 ? [] : [`stopped programs that the agent had left running: ${listed(ended)}`];
}

const RUN_AGAIN = 'the base commit was run again, after the programs that the agent had left running were stopped';

function leftBy(ended: readonly string[]): readonly SideDoubt[] {
  return ended.map((program) => ({ kind: 'program_left', program }));
}

/** Fresh trials that may not withdraw a failure. */
export function spoilt(why: readonly SideDoubt[]): Confirmation {
  return { kind: 'void', reason: sideWords({ apart: false, why }) };
}
