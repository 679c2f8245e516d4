import type { EvaluateRequest } from '../evaluate-request.ts';
import type { LoadedSuite } from '../loading/load-suite.ts';
import type { EarlierResults, Progress } from '../ports.ts';
import { type EarlierTrials, earlierTrials } from './earlier-trials.ts';

/** Looks for an earlier run of the same commit and takes its trials over; says what it found. */
export async function takeOverEarlier(
  suite: LoadedSuite,
  { facts }: EvaluateRequest,
  { earlier, progress }: { readonly earlier: EarlierResults | null; readonly progress: Progress },
): Promise<{ readonly trials: EarlierTrials | null; readonly notes: readonly string[] }> {
  if (earlier === null) return { trials: null, notes: [] };
  const found = await earlier.find();
  for (const note of found.notes) progress.note(note);
  if (found.results === null) return { trials: null, notes: found.notes };
  const taken = earlierTrials(found.results, found.confirmation, suite, facts);
  if ('problem' in taken) {
    progress.note(taken.problem);
    return { trials: null, notes: [...found.notes, taken.problem] };
  }
  const count = [...taken.trials.values()].reduce((sum, trials) => sum + trials.length, 0);
  const note = `This commit was evaluated before: those ${count} trials count too`;
  progress.note(note);
  return { trials: taken, notes: [...found.notes, note] };
}
