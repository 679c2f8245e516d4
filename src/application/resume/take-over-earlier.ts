import { type EarlierTrials, earlierTrials } from '#domain/baseline/resume/earlier-trials.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { EvaluateRequest } from '../evaluate-request.ts';
import type { EarlierResults, Progress } from '../ports.ts';

/** Looks for earlier runs of the same commit and takes their trials over; says what it found. */
export async function takeOverEarlier(
  suite: LoadedSuite,
  { facts }: EvaluateRequest,
  { earlier, progress }: { readonly earlier: EarlierResults | null; readonly progress: Progress },
): Promise<{ readonly trials: EarlierTrials | null; readonly notes: readonly string[] }> {
  if (earlier === null) return { trials: null, notes: [] };
  const found = await earlier.find();
  const { trials, problems } = earlierTrials(found.runs, suite, facts);
  const notes = [...found.notes, ...problems, ...(trials === null ? [] : [takenOver(trials)])];
  for (const note of notes) progress.note(note);
  return { trials, notes };
}

function takenOver({ trials, united }: EarlierTrials): string {
  const count = [...trials.values()].reduce((sum, known) => sum + known.length, 0);
  const note = `This commit was evaluated before: those ${count} trials count too`;
  return united ? `${note}, from several runs that did not know of one another` : note;
}
