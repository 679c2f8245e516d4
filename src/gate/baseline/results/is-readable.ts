import { jsonText, parseJsonText } from '#common/json-text.ts';
import { type TrialRecord, trialSchema } from '#trials/trial/trial-record.ts';
import { firstRepeated, LARGEST_RESULTS_FILE } from './parse-results.ts';
import type { CaseRecord, ResultsFile } from './results-file.ts';
import { caseRecordSchema, RESULTS_CAPS, resultsSchema } from './results-schema.ts';
import { bytesOf, leanCase } from './results-text.ts';

/**
 * Whether results will certainly be read again once they are written. `false`: perhaps not, and their text says why. Cases are looked at as
 * they are, because reading the text of each again takes as long as checking it: whatever a case can hold and its text can't (a number
 * that is none, a key without a value where it is required) does not pass here either. Those that will be lean are read from their texts, one
 * by one: whole, that of 100,000 trials would take more memory than the run.
 */
export function isReadable({ cases, ...head }: ResultsFile): boolean {
  if (cases.length > RESULTS_CAPS.cases || firstRepeated(cases.map(({ id }) => id)) !== null) return false;
  const opening = jsonText({ ...head, cases: [] });
  if (!resultsSchema.safeParse(parseJsonText(opening)).success) return false;
  const room = LARGEST_RESULTS_FILE - bytesOf(opening);
  return (
    areReadable(cases, room, jsonText, isReadableCase) ?? areReadable(cases, room, leanCase, isReadableText) ?? false
  );
}

/**
 * Whether a trial can be read again. It is asked when the trial is recorded, while models work, so that the end of the run need
 * not find out.
 */
export function isReadableTrial(trial: TrialRecord): boolean {
  if (READABLE.has(trial)) return true;
  const { success } = trialSchema.safeParse(trial);
  if (success) READABLE.add(trial);
  return success;
}

const READABLE = new WeakSet<TrialRecord>();

function isReadableCase(item: CaseRecord): boolean {
  const { trials } = item;
  if (trials.length > RESULTS_CAPS.trials || !trials.every(isReadableTrial)) return false;
  return caseRecordSchema.safeParse({ ...item, trials: [] }).success;
}

function isReadableText(_: CaseRecord, text: string): boolean {
  return caseRecordSchema.safeParse(parseJsonText(text)).success;
}

/** `null`: their texts are larger than the room for them. */
function areReadable(
  cases: readonly CaseRecord[],
  room: number,
  textOf: (item: CaseRecord) => string,
  isFine: (item: CaseRecord, text: string) => boolean,
): boolean | null {
  let left = room;
  for (const item of cases) {
    const text = textOf(item);
    left -= bytesOf(text) + 1;
    if (left < 0) return null;
    if (firstRepeated(item.trials.map(({ index }) => index)) !== null) return false;
    if (!isFine(item, text)) return false;
  }
  return true;
}
