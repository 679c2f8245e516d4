import { jsonText, parseJsonText } from '#domain/json-text.ts';
import { firstRepeated, LARGEST_RESULTS_FILE } from './parse-results.ts';
import type { ResultsFile } from './results-file.ts';
import { caseSchema, RESULTS_CAPS, resultsSchema } from './results-schema.ts';
import { bytesOf, textOfCase } from './results-text.ts';

/**
 * Whether results will certainly be read again once they are written. `false`: perhaps not, and their text says why. Cases are looked at as
 * they are, because reading the text of each again takes as long as checking it: whatever a case can hold and its text can't (a number
 * that is none, a key without a value where it is required) does not pass here either.
 */
export function isReadable({ cases, ...head }: ResultsFile): boolean {
  if (cases.length > RESULTS_CAPS.cases || firstRepeated(cases.map(({ id }) => id)) !== null) return false;
  const opening = jsonText({ ...head, cases: [] });
  let bytes = bytesOf(opening);
  return (
    resultsSchema.safeParse(parseJsonText(opening)).success &&
    cases.every((item) => {
      bytes += bytesOf(textOfCase(item)) + 1;
      return (
        bytes <= LARGEST_RESULTS_FILE &&
        firstRepeated(item.trials.map(({ index }) => index)) === null &&
        caseSchema.safeParse(item).success
      );
    })
  );
}
