import { amount, listOf, percent, plural } from './numbers.ts';

/** More trials are missing than a verdict stands. */
export function tooManyMissing(missing: number, scheduled: number): string {
  return `too many trials are missing: ${amount(missing)} of ${amount(scheduled)} ended in errors; mend what they name, then run again`;
}

/** Cases with hardly a judged trial. */
export function tooFewScored(cases: readonly string[]): string {
  return `${plural(cases.length, 'case')} ${cases.length === 1 ? 'has' : 'have'} fewer than 2 judged trials because of errors (${listOf(cases)}); mend what they name, then run again`;
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
  return missing === 1 ? 'the missing trial' : `the ${amount(missing)} missing trials`;
}
