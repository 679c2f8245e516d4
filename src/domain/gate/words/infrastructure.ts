import { listed, percent, plural, wholeNumber } from '#domain/words.ts';

/** How often each class of error came, most frequent first. */
export type ErrorCounts = ReadonlyMap<string, number>;

/** More trials are missing than a verdict stands. */
export function tooManyMissing(missing: number, scheduled: number, errors: ErrorCounts): string {
  return `too many trials are missing: ${wholeNumber(missing)} of ${wholeNumber(scheduled)} ${endedIn(errors)}`;
}

/** Cases with hardly a judged trial. */
export function tooFewScored(cases: readonly string[], errors: ErrorCounts): string {
  const [first = '', ...more] = cases;
  const which = more.length === 0 ? `case ${first} has` : `${plural(cases.length, 'case')} (${listed(cases)}) have`;
  return `${which} fewer than 2 judged trials, as others ${endedIn(errors)}`;
}

/** Only what is known can be mended. */
function endedIn(errors: ErrorCounts): string {
  const classes = [...errors].map(([name, count]) => `${wholeNumber(count)} ${name.replaceAll('_', ' ')}`).join(', ');
  return classes === '' ? 'have no outcome; run again' : `ended in errors (${classes}); mend the cause, then run again`;
}

/** Green only if the missing trials did not fail. */
export function passHingesOnMissing(missing: number): string {
  return `can't tell: it would be red if ${itOrThey(missing)} had failed; run again`;
}

/** Red only if the missing trials did not pass. */
export function failHingesOnMissing(missing: number): string {
  return `can't tell: it would not be red if ${itOrThey(missing)} had passed; run again`;
}

/** One side lost clearly more trials than the other. */
export function missingSharesDiffer(here: Counts, main: Counts): string {
  return `${share(here)} of the trials are missing here and ${share(main)} on main: the change may cause the errors`;
}

interface Counts {
  readonly scheduled: number;
  readonly missing: number;
}

function share({ scheduled, missing }: Counts): string {
  return percent(missing / scheduled);
}

function itOrThey(missing: number): string {
  return missing === 1 ? 'the missing trial' : `the ${wholeNumber(missing)} missing trials`;
}
